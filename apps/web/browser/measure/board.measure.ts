import { writeFileSync } from 'node:fs';
import { type Browser, type CDPSession, type Page, test } from '@playwright/test';
import { firstLoad } from '../first-load.ts';
import { signIn } from '../test.ts';
import { type Longest, longestTask, msToMove, usableAt, watch } from './watch.ts';

const LOADS = 10;
const MOVES = 50;
const PAGE_CHANGES = 200;
/** Changes to make before measuring, so that everything is loaded. */
const WARM_CHANGES = 20;

test('measures a board with many tasks', async ({ browser }) => {
  const { TANDEM_URL: url = '', TANDEM_KEY: key = '', TANDEM_MEASURED: file = '' } = process.env;
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await signIn(page, key);
  const bytes = {
    inbox: await firstLoad(page, '', () => page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()),
    board: await firstLoad(page, 'tasks', () => page.getByRole('article').first().waitFor()),
  };
  await watch(page);
  const loads: number[] = [];
  for (let i = 0; i < LOADS; i++) {
    await page.goto('tasks');
    loads.push(await usableAt(page));
  }
  const scrolled = {
    board: await longestTask(browser, page, () => scroll(page)),
    list: await inList(browser, page),
  };
  await page.goto('tasks');
  const moves = await moved(page);
  const growth = await grown(page, await context.newCDPSession(page));
  writeFileSync(file, JSON.stringify({ bytes, loads, scrolled, moves, growth }));
});

/** Scrolls by wheel, as fast as a person scanning the board. */
async function scroll(page: Page): Promise<void> {
  await page.mouse.move(560, 500);
  for (let i = 0; i < 150; i++) {
    await page.mouse.wheel(0, i < 120 ? 700 : -1_500);
    await page.waitForTimeout(16);
  }
}

async function inList(browser: Browser, page: Page): Promise<Longest> {
  await page.goto('tasks?view=list&group=none');
  await page
    .getByRole('link', { name: /^Task \d/ })
    .first()
    .waitFor();
  return longestTask(browser, page, () => scroll(page));
}

/** Moves from column to column and back, one after another. */
async function moved(page: Page): Promise<number[]> {
  const times: number[] = [];
  await usableAt(page);
  for (let i = 0; i < MOVES; i++) {
    const [from, to] = i % 2 === 0 ? ['To do', 'In progress'] : ['In progress', 'To do'];
    const card = page.getByRole('region', { name: from, exact: true }).getByRole('article').first();
    const number = Number(await card.getAttribute('data-task'));
    await card.hover();
    await card.getByRole('button', { name: `Move task ${number}` }).click();
    await page.getByRole('menuitem', { name: to, exact: true }).waitFor();
    times.push(await msToMove(page, number, to as string));
    await page.getByRole('status').getByText(`Moved #${number} to ${to}`).last().waitFor();
  }
  return times;
}

/** Memory retained after garbage collection for a number of page changes. */
async function grown(page: Page, devtools: CDPSession) {
  await devtools.send('Performance.enable');
  const measure = async () => {
    await devtools.send('HeapProfiler.collectGarbage');
    const { metrics } = await devtools.send('Performance.getMetrics');
    const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
    return { heap: of('JSHeapUsedSize'), nodes: of('Nodes'), listeners: of('JSEventListeners') };
  };
  const change = async (i: number) => {
    const [place, title] = i % 2 === 0 ? ['Tasks', 'Tasks'] : ['Inbox', 'Inbox'];
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: place, exact: true })
      .click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    if (i % 2 === 0) await page.getByRole('article').first().waitFor();
  };
  for (let i = 1; i <= WARM_CHANGES; i++) await change(i);
  const before = await measure();
  for (let i = 1; i <= PAGE_CHANGES; i++) await change(i);
  return { before, after: await measure() };
}
