import { chromium } from '@playwright/test';
import { expect, test } from './test.ts';

/**
 * A browser that reaches the server by another machine's name over plain HTTP: an insecure context, without locks,
 * clipboard and `randomUUID`.
 */
const elsewhere = test.extend<{ at: string }>({
  at: async ({ baseURL }, use) => use(baseURL.replace('127.0.0.1', 'tandem.test')),
  context: async ({ launchOptions }, use) => {
    const browser = await chromium.launch({
      ...launchOptions,
      args: ['--host-resolver-rules=MAP tandem.test 127.0.0.1'],
    });
    await use(await browser.newContext());
    await browser.close();
  },
  page: async ({ context }, use) => use(await context.newPage()),
});

elsewhere(
  'over plain HTTP to another machine one signs in, writes, and tabs share one stream',
  async ({ at, page, context, key, tandem }) => {
    const streams: string[] = [];
    context.on(
      'request',
      (request) => request.url().includes('/events/stream') && streams.push(request.url()),
    );
    await page.goto(`${at}/tasks`);
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    await page.getByLabel('API key or invitation code').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('img', { name: 'Live' })).toBeVisible();
    const other = await context.newPage();
    await other.goto(`${at}/tasks`);
    await expect(other.getByRole('img', { name: 'Live' })).toBeVisible();
    await tandem.tasks.create({ title: 'Paint the railing' });
    await expect(page.getByRole('link', { name: /Paint the railing/ })).toBeVisible();
    await expect(other.getByRole('link', { name: /Paint the railing/ })).toBeVisible();
    expect(streams).toHaveLength(1);
    await page.close();
    await tandem.tasks.create({ title: 'Sweep the deck' });
    await expect(other.getByRole('link', { name: /Sweep the deck/ })).toBeVisible();
    await other.goto(`${at}/settings/labels`);
    await other.getByRole('button', { name: 'New label' }).click();
    await other.getByLabel('Name').fill('Outside');
    await other.getByRole('button', { name: 'Create label' }).click();
    await expect(other.getByRole('button', { name: 'Edit Outside' })).toBeVisible();
  },
);
