import { fork } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@tandem/server/testing';
import { buildSync } from 'esbuild';

const source = (program: string) => fileURLToPath(new URL(`./${program}.ts`, import.meta.url));

/** A process that runs one order. */
export interface Helper<Order, Report> {
  follow(order: Order): Promise<Report>;
  /** Stops it, if it is still running. */
  end(): void;
}

/** Builds a program of this folder, and starts it in several processes. */
export function startProcesses<Order extends object, Report>(
  program: string,
  count: number,
): Helper<Order, Report>[] {
  const outfile = join(temporaryFolder(), `${program}.mjs`);
  buildSync({ entryPoints: [source(program)], outfile, bundle: true, platform: 'node', format: 'esm' });
  return Array.from({ length: count }, () => {
    const child = fork(outfile, { execArgv: [] });
    return {
      end: () => {
        child.kill('SIGKILL');
      },
      follow: (order) =>
        new Promise<Report>((resolve, reject) => {
          child.once('exit', (code) => reject(new Error(`A client process ended with ${code}.`)));
          child.once('message', (report: Report & { error?: string }) => {
            if (report.error) reject(new Error(report.error));
            else resolve(report);
          });
          child.send(order);
        }),
    };
  });
}
