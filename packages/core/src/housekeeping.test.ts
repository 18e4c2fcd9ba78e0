import { testPorts } from '../testing/ports.ts';
import { handMovedTime } from '../testing/world.ts';
import { createTandem } from './create-tandem.ts';
import { startHousekeeping } from './housekeeping.ts';
import { inMemoryStorage } from './in-memory/index.ts';

const SECOND = 1_000;

/** A process whose leadership is switchable, and the number of runs that its housekeeping has started. */
function someProcess(lead = { mine: true, fails: false }) {
  const runs = { claims: 0, telemetry: 0 };
  const errors: string[] = [];
  const time = handMovedTime();
  const tandem = createTandem({
    ...testPorts(),
    storage: {
      ...inMemoryStorage(),
      leads: async () => {
        if (lead.fails) throw new Error('The database is away.');
        return lead.mine;
      },
    },
  });
  const counting = {
    ...tandem,
    claims: { ...tandem.claims, tidy: async () => void runs.claims++ },
    monitoring: { ...tandem.monitoring, forgetTelemetry: async () => ++runs.telemetry },
  };
  const housekeeping = startHousekeeping(counting, {
    schedule: time.schedule,
    steadyClock: time.steady,
    onError: (_, job) => errors.push(job),
  });
  const after = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += SECOND) {
      time.advance(SECOND);
      await housekeeping.settled();
    }
    return { ...runs };
  };
  return { lead, runs, errors, time, counting, housekeeping, after };
}

test('housekeeping runs on the leader, at once and then at the intervals of its jobs, until it is stopped', async () => {
  const { housekeeping, time, after } = someProcess();
  await housekeeping.settled();
  expect(await after(0)).toEqual({ claims: 1, telemetry: 1 });
  expect(await after(2 * SECOND)).toEqual({ claims: 3, telemetry: 1 });
  expect(await after(598 * SECOND)).toEqual({ claims: 601, telemetry: 2 });
  await housekeeping.stop();
  expect(await after(2 * SECOND)).toEqual({ claims: 601, telemetry: 2 });
  expect(time.timers()).toBe(0);
});

test('housekeeping starts within a second on a new leader, and ends on the previous one', async () => {
  const { lead, housekeeping, after } = someProcess({ mine: false, fails: false });
  await housekeeping.settled();
  expect(await after(0)).toEqual({ claims: 0, telemetry: 0 });
  lead.mine = true;
  expect(await after(SECOND)).toEqual({ claims: 1, telemetry: 1 });
  lead.mine = false;
  expect(await after(SECOND)).toEqual({ claims: 1, telemetry: 1 });
});

test('housekeeping continues after a time without a known leader', async () => {
  const { lead, errors, housekeeping, after } = someProcess({ mine: true, fails: true });
  await housekeeping.settled();
  expect([await after(0), errors]).toEqual([{ claims: 0, telemetry: 0 }, ['leads']]);
  lead.fails = false;
  expect(await after(SECOND)).toEqual({ claims: 1, telemetry: 1 });
});

test('a slow job delays no other and does not overlap itself; a failed one runs again', async () => {
  const { counting, runs, errors, time, housekeeping } = someProcess();
  const slow: (() => void)[] = [];
  counting.turns.expireLeases = () => new Promise((resolve) => slow.push(() => resolve()));
  counting.search.fill = () => Promise.reject(new Error('The disk is full.'));
  const inASecond = async () => {
    time.advance(SECOND);
    await new Promise(setImmediate);
    return [slow.length, runs.claims, errors];
  };
  await new Promise(setImmediate);
  expect(await inASecond()).toEqual([1, 2, ['search.fill', 'search.fill']]);
  slow[0]?.();
  await new Promise(setImmediate);
  expect(await inASecond()).toEqual([2, 3, ['search.fill', 'search.fill', 'search.fill']]);
  slow[1]?.();
  await housekeeping.stop();
});
