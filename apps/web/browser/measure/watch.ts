import type { Browser, Page } from '@playwright/test';

/* Measurements taken inside the page, so that they exclude the time of messages between processes. */

interface Watched {
  /** Milliseconds from navigation start until all columns had cards and were drawn. */
  usableAt?: number;
}

declare global {
  interface Window {
    watched: Watched;
  }
}

/** Starts measuring in every document that the page opens from now on. */
export const watch = (page: Page): Promise<unknown> =>
  page.addInitScript((columns) => {
    const watched: Watched = {};
    window.watched = watched;
    const observer = new MutationObserver(() => {
      const filled = document.querySelectorAll('main section:has(article)').length;
      if (filled < columns) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => (watched.usableAt = performance.now())));
    });
    observer.observe(document, { childList: true, subtree: true });
  }, COLUMNS);

const COLUMNS = 6;

/** When the board of the current document became usable. */
export async function usableAt(page: Page): Promise<number> {
  await page.waitForFunction(() => window.watched.usableAt !== undefined);
  return page.evaluate(() => window.watched.usableAt as number);
}

/** The longest main-thread task, in milliseconds of CPU time and of wall-clock time. */
export interface Longest {
  readonly cpu: number;
  readonly wall: number;
}

interface Traced {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** Measures the longest main-thread task during `act`. On a busy machine only the CPU time is meaningful. */
export async function longestTask(browser: Browser, page: Page, act: () => Promise<void>): Promise<Longest> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: Traced[] };
  const isMain = ({ pid, tid }: Traced) =>
    traceEvents.some(
      (event) => event.args.name === 'CrRendererMain' && event.pid === pid && event.tid === tid,
    );
  const threads = new Map<string, boolean>();
  const tasks = traceEvents.filter((event) => {
    if (event.ph !== 'X' || !event.name.endsWith('RunTask')) return false;
    const thread = `${event.pid} ${event.tid}`;
    if (!threads.has(thread)) threads.set(thread, isMain(event));
    return threads.get(thread);
  });
  const max = (of: 'tdur' | 'dur') => tasks.reduce((all, task) => Math.max(all, task[of] ?? 0), 0) / 1_000;
  return { cpu: max('tdur'), wall: max('dur') };
}

/** Milliseconds from a click in the open menu until the card is drawn in another column. */
export const msToMove = (page: Page, taskNumber: number, to: string): Promise<number> =>
  page.evaluate(
    ([number, name]) =>
      new Promise<number>((resolve, reject) => {
        const entry = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find(
          ({ textContent }) => textContent === name,
        );
        const columnOf = () => document.querySelector(`[data-task="${number}"]`)?.closest('section') ?? null;
        const before = columnOf();
        const startedAt = performance.now();
        const look = () => {
          if (columnOf() !== before) return setTimeout(() => resolve(performance.now() - startedAt));
          if (performance.now() - startedAt > 5_000) return reject(new Error('The card does not move.'));
          return requestAnimationFrame(look);
        };
        entry?.click();
        requestAnimationFrame(look);
      }),
    [taskNumber, to] as const,
  );
