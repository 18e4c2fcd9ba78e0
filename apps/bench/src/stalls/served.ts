import { setTimeout as pause } from 'node:timers/promises';
import { startProcess } from '../processes.ts';
import type { HealthProbe, Seen } from './probe.ts';
import type { StalledServer } from './server.ts';

/** A server in its own process, and a probe in another that polls its liveness all the time. */
export interface Served {
  readonly port: number;
  /** Resets the observations. */
  forget(): Promise<void>;
  /** The probe's observations, and the CPU time of the longest piece of work in milliseconds. */
  seen(): Promise<Seen & { readonly cpu: number }>;
  /** Resolves when the server has finished its work after the response; false on a timeout. */
  quiet(leastMs: number): Promise<boolean>;
  stop(): Promise<void>;
  /** For a server that no longer responds. */
  kill(): Promise<void>;
}

/** The share of a core below which a server does nothing but answer its probe. */
const QUIET_SHARE = 0.2;
const MAX_QUIET_MS = 120_000;
const MAX_STOP_MS = 30_000;

/** A server is at rest when it takes next to no CPU time for `windowMs`; 0 takes it to be so whenever it has answered. */
export async function serve(folder: string, windowMs: number): Promise<Served> {
  const server = startProcess<StalledServer>(new URL('./server.js', import.meta.url));
  const probe = startProcess<HealthProbe>(new URL('./probe.js', import.meta.url));
  const port = await server.ask('start', folder);
  await probe.ask('watch', port);

  const kill = async () => {
    await Promise.all([server.kill(), probe.kill()]);
  };
  /** Null when the server does not come to tell it. */
  const cpu = () => Promise.race([server.ask('cpu', null), pause(MAX_QUIET_MS, null, { ref: false })]);

  return {
    port,
    forget: async () => {
      await Promise.all([probe.ask('forget', null), server.ask('forget', null)]);
    },
    seen: async () => ({ ...(await probe.ask('seen', null)), cpu: await server.ask('longest', null) }),
    quiet: async (leastMs) => {
      if (windowMs === 0) return true;
      const start = performance.now();
      await pause(leastMs);
      for (;;) {
        const windowStart = performance.now();
        const before = await cpu();
        await pause(windowMs);
        const after = await cpu();
        if (before === null || after === null) return false;
        const now = performance.now();
        if (after - before < QUIET_SHARE * (now - windowStart)) return true;
        if (now - start > MAX_QUIET_MS) return false;
      }
    },
    stop: async () => {
      const stopped = server.ask('stop', null).then(() => true);
      if (await Promise.race([stopped, pause(MAX_STOP_MS, false, { ref: false })])) {
        await probe.kill();
        await server.end();
      } else await kill();
    },
    kill,
  };
}
