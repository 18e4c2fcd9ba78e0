import { createClient } from './index.ts';

/** A client whose requests take this long, and the signals that they were sent with. */
function taking(ms: (count: number) => number) {
  const signals: AbortSignal[] = [];
  const fetching: typeof fetch = (_, init) => {
    const signal = init?.signal as AbortSignal;
    const after = ms(signals.push(signal));
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      const answer = () => resolve(new Response('{"ok":true}'));
      if (after === 0) answer();
      else setTimeout(answer, after).unref();
    });
  };
  return { tandem: createClient({ url: 'http://127.0.0.1:1', fetch: fetching, tries: 1 }), signals };
}

test('consecutive requests share an abort controller, up to a limit', async () => {
  const { tandem, signals } = taking(() => 0);
  for (let i = 0; i < 40; i++) await tandem.workspace.me();
  const counts = [...new Set(signals)].map((signal) => signals.filter((each) => each === signal).length);
  expect(counts.length).toBeLessThanOrEqual(6);
  expect(Math.max(...counts)).toBeLessThan(10);
});

test('concurrent requests do not share an abort controller', async () => {
  const { tandem, signals } = taking(() => 20);
  await Promise.all(Array.from({ length: 30 }, () => tandem.workspace.me()));
  expect(new Set(signals).size).toBe(30);
});

test('aborting a request does not abort the requests after it', async () => {
  const { tandem, signals } = taking((count) => (count % 2 ? 0 : 1_000));
  for (let i = 0; i < 6; i++) {
    await tandem.workspace.me();
    const leaves = new AbortController();
    const asking = tandem.workspace.me({ signal: leaves.signal });
    leaves.abort(new Error('enough'));
    await expect(asking).rejects.toThrow('enough');
  }
  expect(new Set(signals.filter(({ aborted }) => aborted)).size).toBe(6);
});

test('each request has its own timeout, longer or shorter than the one before', async () => {
  const { tandem } = taking((count) => [0, 0, 60, 0, 1_000, 0][count - 1] ?? 0);
  const me = (timeoutMs: number) => tandem.workspace.me({ timeoutMs });
  await me(30);
  await me(10_000);
  await me(30_000);
  await me(20);
  const beganAt = performance.now();
  await expect(me(100)).rejects.toMatchObject({ code: 'TIMEOUT' });
  expect(performance.now() - beganAt).toBeGreaterThan(95);
  expect(performance.now() - beganAt).toBeLessThan(900);
  await me(30);
});
