import { expectAccessibleInBothThemes } from './axe.ts';
import { expect, signIn, test } from './test.ts';

test('theme, density and times follow the person, without a flash, and end with the session', {
  tag: '@main',
}, async ({ page, tandem, browser, baseURL, key }) => {
  const { taskNumber } = await tandem.tasks.create({ title: 'Oil the horn' });
  await tandem.tasks.comment(taskNumber, { body: 'On it.' });
  const root = page.locator('html');
  await page.goto('settings/profile');
  await page.getByRole('combobox', { name: 'Theme' }).click();
  await page.getByRole('option', { name: 'Dark' }).click();
  await expect(root).toHaveCSS('color-scheme', 'dark');
  await page.getByRole('combobox', { name: 'Density' }).click();
  await page.getByRole('option', { name: 'Compact' }).click();
  await page.getByRole('combobox', { name: 'Hours' }).click();
  await page.getByRole('option', { name: '24 hours' }).click();
  await page.getByRole('combobox', { name: 'Time zone' }).click();
  await page.getByRole('combobox', { name: 'Time zone' }).and(page.locator('input')).fill('Tokyo');
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
  await expect
    .poll(() => tandem.preferences.get())
    .toMatchObject({ theme: 'dark', density: 'compact', hourCycle: 'h23' });
  await expect.poll(async () => (await tandem.preferences.get()).timeZone).toBe('Asia/Tokyo');
  await page.getByRole('checkbox', { name: 'A task you follow moves' }).uncheck();
  await expect.poll(async () => (await tandem.preferences.get()).notifications.moved).toBe('off');
  await expectAccessibleInBothThemes(page);

  // Before the page's own script runs, the look is there.
  await page.route(/\/assets\/index-.*\.js$/, (route) => route.abort());
  await page.goto(`tasks/${taskNumber}`);
  await expect(root).toHaveCSS('color-scheme', 'dark');
  await expect(root).toHaveAttribute('data-density', 'compact');
  await page.unroute(/\/assets\/index-.*\.js$/);

  // On another device, too.
  const other = await browser.newPage({ baseURL, timezoneId: 'UTC' });
  await signIn(other, key);
  await other.goto(`tasks/${taskNumber}`);
  await expect(other.locator('html')).toHaveCSS('color-scheme', 'dark');
  await other.reload();
  const { createdAt } = (await tandem.tasks.comments(taskNumber)).data[0] ?? { createdAt: '' };
  const inTokyo = new Intl.DateTimeFormat('en', {
    timeStyle: 'medium',
    hourCycle: 'h23',
    timeZone: 'Asia/Tokyo',
  }).format(new Date(createdAt));
  const time = other.getByRole('article').filter({ hasText: 'On it.' }).locator('time').first();
  await expect(time).toHaveAttribute('title', new RegExp(inTokyo));
  await other.close();

  await page.goto('');
  await page.getByRole('button', { name: /^Ada Winter ?: account$/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(root).not.toHaveCSS('color-scheme', 'dark');
});

test('the side bar has favorites and the person’s tasks with their counts', async ({ page, tandem }) => {
  const { id } = await tandem.projects.create({ title: 'Lit quay' });
  await tandem.tasks.create({ title: 'Oil the horn', assignedTo: 'ada' });
  await tandem.tasks.create({ title: 'Paint the railing' });
  await page.goto(`projects/${id}`);
  await page.getByRole('button', { name: 'Add Lit quay to favorites' }).click();
  const favorites = page.getByRole('navigation', { name: 'Favorites' });
  await expect(favorites.getByRole('link', { name: 'Lit quay' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove Lit quay from favorites' }).click();
  await expect(favorites).toBeHidden();
  const mine = page.getByRole('navigation', { name: 'My tasks' });
  await expect(mine.getByRole('link')).toHaveText(['Assigned to me 1', 'Created by me 2']);
  await tandem.tasks.create({ title: 'Count the ships', assignedTo: 'ada' });
  await expect(mine.getByRole('link')).toHaveText(['Assigned to me 2', 'Created by me 3']);
  await mine.getByRole('link', { name: 'Created by me' }).click();
  await expect(page.getByRole('link', { name: 'Paint the railing' })).toBeVisible();
});
