import { newPerson } from './team.ts';
import { expect, type Page, signIn, test } from './test.ts';

test.use({ serviceWorkers: 'allow' });

const isStored = (page: Page, text: string): Promise<boolean> =>
  page.evaluate(async (wanted) => {
    await navigator.serviceWorker.ready;
    const names = (await caches.keys()).filter((name) => name.startsWith('tandem-data'));
    for (const cacheName of names) {
      const [request] = await (await caches.open(cacheName)).keys();
      const stored = request && (await caches.match(request, { cacheName }));
      if ((await stored?.text())?.includes(wanted)) return true;
    }
    return false;
  }, text);

/** Hiding the page stores its data at once. */
const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });

async function stored(page: Page, text: string): Promise<void> {
  await expect
    .poll(async () => {
      await hide(page);
      return isStored(page, text);
    })
    .toBe(true);
}

test('the page can be installed, opens offline to what it last showed, says so, and catches up', async ({
  page,
  context,
  tandem,
}) => {
  await tandem.tasks.create({ title: 'Paint the railing', description: 'Two coats of white' });
  await page.goto('tasks');
  await expect(page.getByRole('link', { name: 'Paint the railing' })).toBeVisible();
  const manifest = String(await page.locator('link[rel="manifest"]').getAttribute('href'));
  const { icons, scope } = await (await page.request.get(manifest)).json();
  expect(new URL(scope, new URL(manifest, page.url())).pathname).toBe('/');
  for (const { src } of icons) {
    const icon = await page.request.get(new URL(src, new URL(manifest, page.url())).href);
    expect(icon.headers()['content-type']).toBe('image/png');
  }
  await page.goto('tasks/1');
  await expect(page.getByText('Two coats of white')).toBeVisible();
  await stored(page, 'Two coats of white');

  await context.setOffline(true);
  await page.goto('tasks/1');
  await expect(page.getByText('Two coats of white')).toBeVisible();
  await expect(page.getByText('You’re offline. This is what Tandem last showed')).toBeVisible();

  await tandem.tasks.update(1, { description: 'Three coats of white' });
  await page.goto('tasks/1');
  await expect(page.getByText('Two coats of white')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Three coats of white', { exact: true })).toBeVisible();
  await expect(page.getByText('You’re offline')).toBeHidden();

  await stored(page, 'Three coats of white');
  await context.setOffline(true);
  const day = 86_400_000;
  await page.clock.setFixedTime(Date.now() + 8 * day);
  await page.goto('tasks/1');
  await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
  expect(await isStored(page, 'Three coats of white')).toBe(false);
});

test('stored data is deleted at sign-out, and never shown to the next person', { tag: '@main' }, async ({
  page,
  context,
  tandem,
  baseURL,
  key,
}) => {
  await tandem.tasks.create({ title: 'A secret lamp' });
  await page.goto('tasks');
  await expect(page.getByRole('link', { name: 'A secret lamp' })).toBeVisible();
  await stored(page, 'A secret lamp');
  await page.getByRole('button', { name: /^Ada Winter ?: account$/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(await isStored(page, 'A secret lamp')).toBe(false);
  await context.setOffline(true);
  await page.goto('tasks');
  await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
  expect(await page.content()).not.toContain('A secret lamp');

  await context.setOffline(false);
  await signIn(page, key);
  await page.goto('tasks');
  await stored(page, 'A secret lamp');
  // Another person of another workspace signs in, and the tab of the first one stores its data once more.
  const bob = await newPerson(tandem, baseURL, 'bob');
  await signIn(page, bob.key);
  const other = await context.newPage();
  await other.goto(new URL('settings/profile', baseURL).href);
  await expect(other.getByRole('button', { name: /bob ?: account/i })).toBeVisible();
  await hide(page);
  await context.setOffline(true);
  await other.goto(new URL('tasks', baseURL).href);
  expect(await other.content()).not.toContain('A secret lamp');
});
