import { startServer } from './server.ts';
import { expect, test } from './test.ts';

const open = test.extend({
  // Not signed in.
  page: async ({ context }, use) => use(await context.newPage()),
});

open('a key signs in, and the requested page opens', { tag: '@main' }, async ({ page, key, tandem }) => {
  await tandem.tasks.create({ title: 'Paint the railing' });
  await page.goto('tasks');
  await page.getByLabel('API key or invitation code').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('link', { name: 'Paint the railing' })).toBeVisible();
  expect(page.url()).toMatch(/\/tasks$/);
});

open(
  'the browser stores no key, and scripts can’t read the cookie',
  { tag: '@main' },
  async ({ page, key }) => {
    await page.goto('');
    await page.getByLabel('API key or invitation code').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
    const stored = await page.evaluate(() =>
      JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }, location.href]),
    );
    expect(stored).not.toContain('tdm_');
    expect(await page.evaluate(() => document.cookie)).toBe('');
  },
);

open('a wrong key is reported and stays in its field', async ({ page }) => {
  await page.goto('sign-in');
  await page.getByLabel('API key or invitation code').fill('tdm_wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).not.toBeEmpty();
  await expect(page.getByLabel('API key or invitation code')).toHaveValue('tdm_wrong');
});

open('signing in never redirects to another site', async ({ page, key }) => {
  await page.goto('sign-in?from=https://evil.example/');
  await page.getByLabel('API key or invitation code').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
});

open('a link signs in once, and its code leaves the address bar', async ({ page, context }) => {
  const server = await startServer();
  const link = await server.link('admin');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
  expect(page.url()).not.toContain('code');
  await context.clearCookies();
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('This link was already used');
  await server.stop();
});

open('a link opened in a signed-in tab signs in again', async ({ page }) => {
  const server = await startServer();
  await page.goto(await server.link('admin'));
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
  await page.goto(await server.link('admin'));
  await page.waitForURL((url) => url.hash === '');
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
  const sessions = await page.request.get(`${server.url}/api/v1/sessions`);
  expect((await sessions.json()).data).toHaveLength(2);
  await server.stop();
});

open('a link that could not reach the server can be retried', async ({ page }) => {
  const server = await startServer();
  await page.route('**/api/v1/sessions', (route) => route.abort());
  await page.goto(await server.link('admin'));
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.unroute('**/api/v1/sessions');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
  await server.stop();
});
