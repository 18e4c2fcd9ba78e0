import { TandemError } from './errors.ts';
import { type Beat, keepLease, StopRequested } from './lease.ts';

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const failure = (code: TandemError['code'], status: number) =>
  new TandemError({ code, message: 'No.', status });

const firing = (signal: AbortSignal) =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason), { once: true }));

test('sends three heartbeats per lease, and none after it is stopped', async () => {
  let beats = 0;
  const lease = keepLease(300, async () => {
    beats++;
    return {};
  });
  await rest(1000);
  lease.stop();
  const sofar = beats;
  expect(sofar).toBeGreaterThanOrEqual(5);
  expect(sofar).toBeLessThanOrEqual(10);
  await rest(250);
  expect([beats, lease.signal.aborted]).toEqual([sofar, false]);
});

test('the lease is lost when no heartbeat succeeds for its whole duration', async () => {
  jest.spyOn(Math, 'random').mockReturnValue(0.1);
  let beats = 0;
  const beganAt = performance.now();
  const lease = keepLease(600, async (): Promise<Beat> => {
    beats++;
    throw failure('UNREACHABLE', 0);
  });
  const reason = await firing(lease.signal);
  expect(reason).toMatchObject({ code: 'LEASE_LOST', details: { reason: 'expired' } });
  expect(performance.now() - beganAt).toBeGreaterThanOrEqual(590);
  expect(lease.lost()).toBe(reason);
  // Heartbeats are more frequent after a failure.
  expect(beats).toBeGreaterThan(6);
  jest.restoreAllMocks();
});

test('a hanging heartbeat does not extend the lease', async () => {
  const lease = keepLease(300, () => new Promise<Beat>(() => undefined));
  expect(await firing(lease.signal)).toMatchObject({ code: 'LEASE_LOST' });
});

test.each([
  ['another run has the claim', failure('LEASE_LOST', 409)],
  ['the task is deleted', failure('NOT_FOUND', 404)],
  ['the key is revoked', failure('UNAUTHENTICATED', 401)],
])('the lease is lost at once when %s', async (_what, error) => {
  const lease = keepLease(10_000, () => Promise.reject(error), { beatMs: 10 });
  expect(await firing(lease.signal)).toBe(error);
});

test('a stop directive fires the signal with its reason, and the lease is kept until it is released', async () => {
  let beats = 0;
  const lease = keepLease(
    10_000,
    async () => {
      beats++;
      return { directive: 'stop', reason: 'limit' } as const;
    },
    { beatMs: 10 },
  );
  const reason = await firing(lease.signal);
  expect(reason).toBeInstanceOf(StopRequested);
  expect(reason).toMatchObject({ reason: 'limit' });
  await rest(100);
  expect(beats).toBeGreaterThan(2);
  expect(lease.lost()).toBeUndefined();
  lease.stop();
});

test('reports go out at once, combined with those made while a heartbeat is in progress', async () => {
  const beats: object[] = [];
  const lease = keepLease<{ note: string; left: string }>(10_000, async (each) => {
    beats.push(each);
    await rest(20);
    return {};
  });
  const all = [lease.report({ note: 'a' }), lease.report({ note: 'b' }), lease.report({ left: 'c' })];
  await Promise.all(all);
  lease.stop();
  expect(beats).toEqual([{ note: 'a' }, { note: 'b', left: 'c' }]);
});

test('reports made while the service is unavailable go out when it is back', async () => {
  const beats: object[] = [];
  const lease = keepLease<{ note: string }>(
    10_000,
    async (each) => {
      if (beats.push(each) < 3) throw failure('UNREACHABLE', 0);
      return {};
    },
    { beatMs: 20 },
  );
  await lease.report({ note: 'a' });
  lease.stop();
  expect(beats).toEqual([{ note: 'a' }, { note: 'a' }, { note: 'a' }]);
});

test('a rejected report rejects for its caller, and the lease goes on', async () => {
  const refusal = failure('VALIDATION_ERROR', 400);
  const lease = keepLease<{ note: string }>(10_000, async ({ note }) => {
    if (note === 'too long') throw refusal;
    return {};
  });
  await expect(lease.report({ note: 'too long' })).rejects.toBe(refusal);
  await lease.report({ note: 'short' });
  expect(lease.signal.aborted).toBe(false);
  lease.stop();
  await expect(lease.report({ note: 'late' })).rejects.toThrow('over');
});

test('the given signal ends the work with its reason', async () => {
  const given = new AbortController();
  const lease = keepLease(10_000, async () => ({}), { signal: given.signal });
  given.abort('shutting down');
  expect(lease.signal.reason).toBe('shutting down');
  lease.stop();
  const late = keepLease(10_000, async () => ({}), { signal: given.signal });
  late.stop();
  expect(late.signal.aborted).toBe(true);
});
