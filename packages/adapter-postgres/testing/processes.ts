import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import type { Order } from './program.ts';

/** Starts processes that each perform one task with their own storage (program.ts); ends them after each test. */
export function processes(): (order: Order) => Promise<ChildProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-processes-'));
  const program = join(folder, 'program.cjs');
  const children = new Set<ChildProcess>();
  beforeAll(() => {
    buildSync({
      entryPoints: [fileURLToPath(new URL('./program.ts', import.meta.url))],
      outfile: program,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      conditions: ['@tandem/source'],
      external: ['pg-native', 'pg-cloudflare'],
      logLevel: 'error',
    });
  });
  afterEach(async () => {
    for (const child of children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    children.clear();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  return async (order) => {
    const child = fork(program, { execArgv: [] });
    children.add(child);
    const reports = async (what: string) => {
      for (;;) if ((await once(child, 'message'))[0] === what) return;
    };
    await reports('ready');
    child.send(order);
    await reports('begun');
    return child;
  };
}
