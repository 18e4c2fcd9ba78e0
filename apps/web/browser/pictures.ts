import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, type Page, test } from '@playwright/test';
import { type Server, startServer } from './server.ts';

/*
 * Takes screenshots of every screen of the demo: `npm run web:pictures` writes them to apps/web/pictures. The README shows three of them, kept in
 * docs/pictures.
 */

const FOLDER = fileURLToPath(new URL('../pictures/', import.meta.url));

const LOOKS: Readonly<Record<string, BrowserContextOptions>> = {
  light: { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  dark: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  wide: { viewport: { width: 1600, height: 1000 }, colorScheme: 'light' },
  'wide-dark': { viewport: { width: 1600, height: 1000 }, colorScheme: 'dark' },
  narrow: { viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  'narrow-dark': { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
};

/** The file name, and how to reach the screen from the first page. */
type Screen = readonly [name: string, open: (page: Page) => Promise<unknown>];

const at =
  (address: string): Screen[1] =>
  (page) =>
    page.goto(address);

/** Opens the first item of a list. */
const firstOf =
  (address: string, links: string): Screen[1] =>
  async (page) => {
    await page.goto(address);
    const href = await page.locator(`main a[href^="${links}"]`).first().getAttribute('href');
    await page.goto(String(href).replace(/^\//, ''));
  };

/** Opens the latest attempt at the first task of the inbox, with the first one beside it. */
const firstAttempt: Screen[1] = async (page) => {
  await firstOf('', '/tasks/')(page);
  const latest = page.getByRole('region', { name: 'Attempts' }).getByRole('link').first();
  await page.goto(`${String(await latest.getAttribute('href')).replace(/^\//, '')}?with=1`);
};

const SETTINGS = [
  'profile',
  'keys',
  'sessions',
  'members',
  'agents',
  'labels',
  'workspace',
  'webhooks',
  'usage',
];

const SCREENS: readonly Screen[] = [
  ['inbox', at('')],
  ['get-started', at('get-started')],
  ['board', at('tasks')],
  ['list', at('tasks?view=list')],
  ['filters', at('tasks?priority=["p0","p1"]&assigned=me&group=due&sort=rank')],
  ['task', firstOf('', '/tasks/')],
  ['attempts', firstAttempt],
  ['projects', at('projects')],
  ['project', firstOf('projects', '/projects/')],
  ['initiatives', at('initiatives')],
  ['initiative', firstOf('initiatives', '/initiatives/')],
  ['goals', at('goals')],
  ['goal', firstOf('goals', '/goals/')],
  ['agents', at('agents')],
  ['agent', firstOf('agents', '/agents/')],
  ['chats', at('chats')],
  ['chat', firstOf('chats', '/chats/')],
  ['search', at('search?q=loan')],
  ...SETTINGS.map((section): Screen => [`settings-${section}`, at(`settings/${section}`)]),
  [
    'palette',
    async (page) => {
      await page.goto('tasks');
      await page.getByRole('heading', { name: 'Tasks' }).waitFor();
      await page.keyboard.press('Control+k');
    },
  ],
];

test.describe.configure({ mode: 'parallel' });

let server: Server;
let link: string;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  mkdirSync(FOLDER, { recursive: true });
  server = await startServer({}, ['--demo']);
});
test.afterAll(() => server.stop());

for (const [look, options] of Object.entries(LOOKS)) {
  test(`takes a picture of every screen, ${look}`, async ({ browser }) => {
    test.setTimeout(180_000);
    const page = await signedIn(browser, options);
    for (const [name, open] of SCREENS) {
      await open(page);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await settled(page);
      await page.screenshot({ path: join(FOLDER, `${name}-${look}.png`) });
    }
    await page.goto('sign-in');
    await page.screenshot({ path: join(FOLDER, `sign-in-${look}.png`) });
  });
}

async function signedIn(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ ...options, baseURL: server.url, reducedMotion: 'reduce' });
  const page = await context.newPage();
  link = await server.link('mira');
  await page.goto(link);
  await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  return page;
}

/** Waits until no request is pending, except the event stream, which never ends. */
async function settled(page: Page): Promise<void> {
  const asked = () => page.evaluate(() => performance.getEntriesByType('resource').length);
  for (let last = -1, now = await asked(); now !== last; ) {
    last = now;
    await page.waitForTimeout(400);
    now = await asked();
  }
}
