import type { Page } from '@playwright/test';

/*
 * What is measured inside of the page, where no way between two processes is in the time.
 */

interface Watched {
  /** Milliseconds since the page began, when all columns had cards, and those were drawn. */
  usableAt?: number;
  longTasks: number[];
}

declare global {
  interface Window {
    watched: Watched;
  }
}

/** Begins to watch in every document that the page opens from now on. */
export const watch = (page: Page): Promise<unknown> =>
  page.addInitScript((columns) => {
    const watched: Watched = { longTasks: [] };
    window.watched = watched;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) watched.longTasks.push(duration);
    }).observe({ type: 'longtask', buffered: true });
    const observer = new MutationObserver(() => {
      const filled = document.querySelectorAll('main section:has(article)').length;
      if (filled < columns) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => (watched.usableAt = performance.now())));
    });
    observer.observe(document, { childList: true, subtree: true });
  }, COLUMNS);

const COLUMNS = 6;

/** When the board of the document that is open could be used. */
export async function usableAt(page: Page): Promise<number> {
  await page.waitForFunction(() => window.watched.usableAt !== undefined);
  return page.evaluate(() => window.watched.usableAt as number);
}

/** The tasks of the main thread over 50 ms, while something is done. */
export async function longTasksWhile(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    window.watched.longTasks = [];
  });
  await act();
  // An entry is told some time after its task.
  await page.waitForTimeout(200);
  return page.evaluate(() => window.watched.longTasks);
}

/** From a press on an entry of the open menu until the card is drawn in another column. */
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
