import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import type { Order, Report } from './writers.ts';

const WRITERS = fileURLToPath(new URL('./writers.ts', import.meta.url));

/** The process of the clients, as the test sees it. */
export interface Clients {
  /** Resolves when the order has been followed: for load, when the server is gone. */
  follow(order: Order): Promise<Report>;
  end(): Promise<void>;
}

/** Builds the writers into a folder, and starts them in a process of their own with a ledger there. */
export function startClients(folder: string, ledger: string): Clients {
  const program = join(folder, 'writers.mjs');
  buildSync({ entryPoints: [WRITERS], outfile: program, bundle: true, platform: 'node', format: 'esm' });
  const child = fork(program, [ledger], { execArgv: [] });
  return {
    follow: (order) =>
      new Promise((resolve, reject) => {
        const ended = () => reject(new Error('The clients have ended.'));
        child.once('exit', ended);
        child.once('message', (report: Report) => {
          child.off('exit', ended);
          resolve(report);
        });
        child.send(order);
      }),
    end: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
