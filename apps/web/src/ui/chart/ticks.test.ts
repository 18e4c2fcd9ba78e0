import { tickTexts } from './ticks.ts';

const at = (text: string) => new Date(text).getTime();

describe('The axis of times', () => {
  test('says days where its places lie days apart', () => {
    expect(tickTexts([at('2026-11-01T00:00'), at('2026-11-08T00:00')], 7 * 86_400_000)).toStrictEqual([
      'Nov 1',
      'Nov 8',
    ]);
  });

  test('says hours within a day, and the day where one begins', () => {
    expect(tickTexts([at('2026-11-01T18:00'), at('2026-11-02T00:00')], 6 * 3_600_000)).toStrictEqual([
      '18:00',
      'Nov 2',
    ]);
  });

  test('says months and years where they lie so far apart, and nothing where there is no place', () => {
    expect(tickTexts([at('2026-11-01T00:00'), null], 30 * 86_400_000)).toStrictEqual(['Nov 2026', '']);
    expect(tickTexts([at('2026-01-01T00:00')], 365 * 86_400_000)).toStrictEqual(['2026']);
  });
});
