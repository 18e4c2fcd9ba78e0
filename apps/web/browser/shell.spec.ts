import { expectAccessibleInBothThemes } from './axe.ts';
import { fill } from './content.ts';
import { newWorker } from './team.ts';
import { expect, signIn, signInWith, test } from './test.ts';

test('signing out deletes all drafts from the browser', async ({ page, tandem }) => {
  const { taskNumber } = await tandem.tasks.create({ title: 'Paint the railing' });
  await tandem.questions.ask(taskNumber, { kind: 'text', text: 'Which white?' });
  await page.goto('');
  await page.getByLabel('Your answer').fill('Not the cream one');
  await page.getByRole('button', { name: /^Ada Winter ?: account$/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.goto('tasks');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('cream');
});

test('drafts of one person are hidden from the next person in the same browser', async ({
  page,
  tandem,
  server,
}) => {
  const { taskNumber } = await tandem.tasks.create({ title: 'Paint the railing' });
  await tandem.questions.ask(taskNumber, { kind: 'text', text: 'Which white?' });
  await page.goto('');
  await page.getByLabel('Your answer').fill('Not the cream one');
  await expect(page.getByLabel('Your answer')).toHaveValue('Not the cream one');
  await signIn(page, (await server.newWorkspace()).key);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible();
  expect(await page.content()).not.toContain('cream');
});

test('an unknown address says so and leads back', async ({ page }) => {
  await page.goto('tasks/1/nothing/here');
  await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to inbox' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
});

test('/inbox redirects to the inbox', async ({ page }) => {
  await page.goto('inbox');
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
  await expect(page).not.toHaveURL(/inbox/);
});

test('a session without a scope names the missing scope, and hides the actions that need it', async ({
  page,
  tandem,
}) => {
  await signInWith(page, tandem, 'tasks:read');
  await page.goto('agents');
  await expect(page.getByText('You don’t have access to this page')).toBeVisible();
  await expect(page.getByText('agents:read')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden();
});

test("times follow the server's clock, whatever the browser's clock says", async ({ page, tandem }) => {
  const { taskNumber } = await tandem.tasks.create({ title: 'Oil the horn' });
  await tandem.tasks.comment(taskNumber, { body: 'On it.' });
  await page.clock.setSystemTime(Date.now() - 30 * 3_600_000);
  await page.goto(`tasks/${taskNumber}`);
  await expect(page.getByRole('article').filter({ hasText: 'On it.' }).locator('time')).toHaveText('now');
});

test('the keyboard can skip the navigation, and a new page focuses its heading', async ({ page }) => {
  await page.goto('');
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('link', { name: 'Goals', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Goals' })).toBeFocused();
  await expect(page).toHaveTitle(/Goals/);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeFocused();
});

test('the bell lists notifications about followed tasks, and opening one marks it as read', {
  tag: '@main',
}, async ({ page, tandem, baseURL }) => {
  const { taskNumber } = await tandem.tasks.create({ title: 'Paint the railing' });
  await page.goto('');
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  const { client } = await newWorker(tandem, baseURL, 'brush');
  await client.tasks.transition(taskNumber, { to: 'in_progress', reason: 'The sun is out' });
  // It arrives without a reload.
  await page.getByRole('button', { name: 'Notifications 1 unread' }).click();
  await expect(page.getByText('brush moved it from To do to In progress.')).toBeVisible();
  await expect(page.getByText('The sun is out')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('link', { name: '#1 Paint the railing' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Paint the railing/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
});

test('the page reports a lost connection, and recovers by itself', { tag: '@main' }, async ({
  page,
  tandem,
  context,
}) => {
  await page.goto('tasks');
  await expect(page.getByRole('img', { name: 'Live' })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('You’re offline.')).toBeVisible();
  await tandem.tasks.create({ title: 'Paint the railing' });
  await context.setOffline(false);
  await expect(page.getByRole('link', { name: 'Paint the railing' })).toBeVisible();
  await expect(page.getByText('You’re offline.')).toBeHidden();
  await expect(page.getByRole('img', { name: 'Live' })).toBeVisible();
});

test('a page that fails leaves the others working, and can be retried', async ({ page, tandem }) => {
  await tandem.labels.create({ name: 'Outside' });
  await page.route(/\/labels\?/, (route) =>
    route.fulfill({ json: { data: [{ id: 'no label' }, null], cursor: null, hasMore: false } }),
  );
  await page.goto('settings/labels');
  await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
  await page.unroute(/\/labels\?/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Edit Outside' })).toBeVisible();
});

test('a part of the page removed by an update leaves the page working, with a way to continue', async ({
  page,
}) => {
  await page.goto('');
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
  await page.route(/assets\/goals-page/, (route) => route.fulfill({ status: 404 }));
  await page.getByRole('link', { name: 'Goals', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Couldn’t load part of this page' })).toBeVisible();
  await page.route(/\/$/, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<script src="assets/another.js">' }),
  );
  await page.getByRole('link', { name: 'Inbox', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
  await page.getByRole('link', { name: 'Goals', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Tandem has been updated' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Goals' })).toBeVisible();
});

test('a phone shows five pages in the bar and the others in a menu', async ({ page, tandem, baseURL }) => {
  await fill(tandem, baseURL);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('');
  const nav = page.getByRole('navigation', { name: 'Main' });
  await expect(nav.getByRole('link')).toHaveText(['Inbox2', 'Tasks', 'Projects', 'Agents', 'Chats']);
  await nav.getByRole('button', { name: 'More' }).click();
  await nav.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await expect(nav.getByRole('link', { name: 'Settings' })).toBeHidden();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(390);
});

for (const [path, content] of [
  ['tasks?project=[1,2]', 'No tasks yet'],
  ['goals?status=constructor', 'No goals yet'],
  ['chats?show=x', 'No chats yet'],
  ['search?q={"a":1}', 'Include archived'],
] as const)
  test(`an invalid value in the address is ignored: ${path}`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('main').getByText(content).first()).toBeVisible();
    await expect(page.getByText('Couldn’t load')).toHaveCount(0);
  });
