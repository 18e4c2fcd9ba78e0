import { DEFAULT_PREFERENCES, type Preferences, type Storage } from '../../src/index.ts';
import { aHuman } from './rows.ts';

const CHOSEN: Preferences = {
  theme: 'dark',
  density: 'compact',
  timeZone: 'Europe/Berlin',
  hourCycle: 'h23',
  notifications: { ...DEFAULT_PREFERENCES.notifications, commented: 'off', moved: 'off' },
  favorites: [
    { kind: 'view', id: 'v' },
    { kind: 'project', id: 'p' },
  ],
  getStarted: 'dismissed',
};

/** The contract of every Storage for preferences. */
export function preferenceContract(open: () => Storage): void {
  test("a member's preferences are stored, changed and deleted", async () => {
    const storage = open();
    const of = (id: string) => storage.read('w', ({ preferences }) => preferences.of(id));
    await storage.write('w', async ({ members, preferences }) => {
      for (const id of ['ada', 'bob']) await members.insert(aHuman(id));
      await preferences.save('ada', CHOSEN, null);
    });
    expect([await of('ada'), await of('bob')]).toEqual([CHOSEN, null]);
    await storage.write('w', ({ preferences }) => preferences.save('ada', DEFAULT_PREFERENCES, CHOSEN));
    expect(await of('ada')).toEqual(DEFAULT_PREFERENCES);
    await storage.write('w', ({ preferences }) => preferences.delete('ada'));
    expect(await of('ada')).toBeNull();
  });
}
