import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import type { Order, Report } from './writers.ts';

const WRITERS = fileURLToPath(new URL('./writers.ts', import.meta.url));

/** The client process, as the test sees it. */
export interface Clients<O = Order, R = Report> {
  /** Resolves when the order is done; under load, when the server is gone. */
  follow(order: O): Promise<R>;
  /** Tells the writers to stop. */
  stop(): void;
  end(): Promise<void>;
}

/** Builds the writers into a folder, and starts them in their own process with a ledger there. */
export function startClients<O extends object = Order, R = Report>(
  folder: string,
  ledger: string,
  writers = WRITERS,
): Clients<O, R> {
  const program = join(folder, 'writers.mjs');
  buildSync({ entryPoints: [writers], outfile: program, bundle: true, platform: 'node', format: 'esm' });
  const child = fork(program, [ledger], { execArgv: [] });
  return {
    follow: (order) =>
      new Promise((resolve, reject) => {
        const ended = () => reject(new Error('The clients have ended.'));
        child.once('exit', ended);
        child.once('message', (report: R) => {
          child.off('exit', ended);
          resolve(report);
        });
        child.send(order);
      }),
    stop: () => void child.send('stop'),
    end: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
