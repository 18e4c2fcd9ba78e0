import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MeasuredServer } from '../measured-server.ts';
import { startProcess } from '../processes.ts';
import { seed } from '../seed.ts';

/** Tasks on the board that the budgets speak of. */
export const TASKS = 10_000;

/** The resources still held by a page: bytes, document nodes, listeners. */
interface Held {
  readonly heap: number;
  readonly nodes: number;
  readonly listeners: number;
}

/** The browser's measurements, in milliseconds and bytes. */
export interface WebCosts {
  readonly bytes: Readonly<Record<'inbox' | 'board', number>>;
  readonly loads: readonly number[];
  /** The longest task of the main thread: its CPU time, and its elapsed time. */
  readonly scrolled: Readonly<Record<'board' | 'list', { readonly cpu: number; readonly wall: number }>>;
  readonly moves: readonly number[];
  readonly growth: { readonly before: Held; readonly after: Held };
}

/** The page of a person, in a real browser (apps/web/browser/measure); null where there is none. */
export async function measureWeb(folder: string): Promise<WebCosts | null> {
  const { secret } = await seed(folder, TASKS);
  const server = startProcess<MeasuredServer>(new URL('../tandem/server.js', import.meta.url));
  try {
    const url = `http://127.0.0.1:${await server.ask('start', folder)}`;
    return await browse(url, secret, join(folder, 'measured.json'));
  } finally {
    await server.ask('stop', null);
    await server.end();
  }
}

const CONFIG = fileURLToPath(new URL('../../../web/browser/measure/playwright.config.ts', import.meta.url));

async function browse(url: string, key: string, file: string): Promise<WebCosts | null> {
  const playwright = createRequire(CONFIG).resolve('@playwright/test/cli');
  const child = spawn(process.execPath, [playwright, 'test', '-c', CONFIG], {
    env: { ...process.env, TANDEM_URL: url, TANDEM_KEY: key, TANDEM_MEASURED: file },
    stdio: ['ignore', 2, 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The page could not be measured: see above.');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as WebCosts) : null;
}
