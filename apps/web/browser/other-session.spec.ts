import type { Page } from '@playwright/test';
import type { Tandem } from '@tandem/client';
import { expect, signIn, test } from './test.ts';

/** A link that signs in as Carl, a new person of another workspace. */
async function linkOfCarl({ tandem }: { tandem: Tandem }, url: string): Promise<string> {
  const { invitation } = await tandem.members.create({ name: 'carl', displayName: 'Carl Summer' });
  return `${url}/#code=${invitation.code}`;
}

const comments = async (tandem: Tandem, taskNumber: number) =>
  (await tandem.tasks.comments(taskNumber)).data.map(({ body }) => body);

const writeComment = (page: Page, text: string) => page.getByLabel('New comment').fill(text);

test('a link for another person asks before it replaces the signed-in person', async ({
  page,
  context,
  server,
  baseURL,
}) => {
  await page.goto('tasks');
  const link = await linkOfCarl(await server.newWorkspace(), baseURL);
  const tab = await context.newPage();
  await tab.goto(link);
  await expect(tab.getByRole('heading', { name: 'Sign in as Carl Summer?' })).toBeVisible();
  await expect(tab.getByText('You’re signed in to this browser as Ada Winter')).toBeVisible();
  await tab.getByRole('button', { name: 'Stay signed in as Ada Winter' }).click();
  await expect(tab.getByRole('button', { name: 'Ada Winter' })).toBeVisible();

  // The code is still valid.
  await tab.goto('about:blank');
  await tab.goto(link);
  await tab.getByRole('button', { name: 'Sign in as Carl Summer' }).click();
  for (const each of [tab, page])
    await expect(each.getByRole('button', { name: 'Carl Summer' })).toBeVisible();
});

test('a draft stays with its author when someone else signs in, and is hidden from them', async ({
  page,
  context,
  tandem,
  key,
  server,
  baseURL,
}) => {
  const other = await server.newWorkspace();
  const link = await linkOfCarl(other, baseURL);
  for (const each of [tandem, other.tandem]) await each.tasks.create({ title: 'Paint the railing' });
  await page.goto('tasks/1');
  await writeComment(page, 'For the first workspace only');
  const tab = await context.newPage();
  await tab.goto(link);
  await tab.getByRole('button', { name: 'Sign in as Carl Summer' }).click();
  await expect(page.getByRole('button', { name: 'Carl Summer' })).toBeVisible();
  await expect(page.getByLabel('New comment')).toHaveValue('');
  await signIn(page, key);
  await page.reload();
  await expect(page.getByLabel('New comment')).toHaveValue('For the first workspace only');
});

test('a tab that missed a sign-in by someone else writes nothing to their workspace', {
  tag: '@main',
}, async ({ page, tandem, key, server }) => {
  const other = await server.newWorkspace();
  for (const each of [tandem, other.tandem]) await each.tasks.create({ title: 'Paint the railing' });
  await page.goto('tasks/1');
  await writeComment(page, 'For the first workspace only');
  // The tab gets no notification.
  await signIn(page, other.key);
  const refused = page.waitForResponse((response) => response.status() === 409);
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await refused;
  await expect(page.getByLabel('New comment')).toHaveValue('');
  expect([await comments(tandem, 1), await comments(other.tandem, 1)]).toEqual([[], []]);
  await signIn(page, key);
  await page.reload();
  await expect(page.getByLabel('New comment')).toHaveValue('For the first workspace only');
});

test('a tab continues when the same person signs in again', async ({ page, tandem, key }) => {
  await tandem.tasks.create({ title: 'Paint the railing' });
  await page.goto('tasks/1');
  await writeComment(page, 'Two coats');
  await signIn(page, key);
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(page.getByRole('article').filter({ hasText: 'Two coats' })).toBeVisible();
  expect(await page.evaluate('window.isSameDocument')).toBe(true);
});

test('a sign-in link inside a text asks as well', async ({ page, context, tandem, server, baseURL }) => {
  const link = await linkOfCarl(await server.newWorkspace(), baseURL);
  await tandem.tasks.create({ title: 'Paint the railing', description: `[the spec](${new URL(link).hash})` });
  await tandem.tasks.create({ title: 'Other', description: `[the spec](/${new URL(link).hash})` });
  for (const path of ['tasks/1', 'tasks/2']) {
    await page.goto(path);
    const opened = context.waitForEvent('page', { timeout: 3_000 }).catch(() => page);
    await page.getByRole('link', { name: 'the spec' }).click();
    const tab = await opened;
    await expect(tab.getByRole('heading', { name: 'Sign in as Carl Summer?' })).toBeVisible();
    await expect(tab.getByRole('button', { name: 'Stay signed in as Ada Winter' })).toBeVisible();
  }
});
