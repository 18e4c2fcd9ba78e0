import { expect, test } from './test.ts';

test('three tabs share one event stream and all of them are live', async ({ page, context, tandem }) => {
  const streams: string[] = [];
  context.on('request', (request) => request.url().includes('/events/stream') && streams.push(request.url()));
  const tabs = [page, await context.newPage(), await context.newPage()];
  for (const tab of tabs) {
    await tab.goto('tasks');
    await expect(tab.getByRole('img', { name: 'Live' })).toBeVisible();
  }
  await tandem.tasks.create({ title: 'Paint the railing' });
  for (const tab of tabs) await expect(tab.getByRole('link', { name: /Paint the railing/ })).toBeVisible();
  // Every tab can still reach the server.
  for (const tab of tabs) {
    await tab.getByRole('link', { name: 'Settings' }).click();
    await tab.getByRole('link', { name: 'Sessions' }).click();
    await expect(tab.getByText('This browser')).toBeVisible();
  }
  expect(streams).toHaveLength(1);
});

test('when the tab with the stream closes, another one continues it', async ({ page, context, tandem }) => {
  const leading = await context.newPage();
  await leading.goto('tasks');
  await expect(leading.getByRole('img', { name: 'Live' })).toBeVisible();
  const others = [page, await context.newPage()];
  for (const tab of others) {
    await tab.goto('tasks');
    await expect(tab.getByRole('img', { name: 'Live' })).toBeVisible();
  }
  await leading.close();
  await tandem.tasks.create({ title: 'Paint the railing' });
  for (const tab of others) await expect(tab.getByRole('link', { name: /Paint the railing/ })).toBeVisible();
});

test('a revoked session leads all tabs to the sign-in, and drafts are there afterwards', {
  tag: '@main',
}, async ({ page, context, tandem, key }) => {
  const { taskNumber } = await tandem.tasks.create({ title: 'Paint the railing' });
  await tandem.questions.ask(taskNumber, { kind: 'text', text: 'Which white?' });
  const other = await context.newPage();
  await page.goto('');
  await other.goto('tasks');
  await page.getByLabel('Your answer').fill('Not the cream one');
  await expect(other.getByRole('link', { name: /Paint the railing/ })).toBeVisible();
  for await (const { id } of tandem.sessions.list()) await tandem.sessions.revoke(id);
  for (const tab of [page, other]) await expect(tab.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.getByLabel('API key or invitation code').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Your answer')).toHaveValue('Not the cream one');
  // The other tab continues automatically, on the same page.
  await expect(other.getByRole('link', { name: /Paint the railing/ })).toBeVisible();
});

test('when someone else signs in in another tab, the page shows nothing of the previous person', async ({
  page,
  context,
  tandem,
  server,
}) => {
  await tandem.tasks.create({ title: 'Paint the railing' });
  await page.goto('tasks');
  await expect(page.getByRole('link', { name: /Paint the railing/ })).toBeVisible();
  const other = await server.newWorkspace();
  const tab = await context.newPage();
  await tab.goto('sign-in');
  await tab.getByLabel('API key or invitation code').fill(other.key);
  await tab.getByRole('button', { name: 'Sign in' }).click();
  await expect(tab.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Paint the railing/ })).toBeHidden();
  await other.tandem.tasks.create({ title: 'Sweep the deck' });
  await expect(page.getByRole('link', { name: /Sweep the deck/ })).toBeVisible();
});

test('when the tab with the stream is suspended, another one takes over until it returns', async ({
  page,
  context,
  tandem,
}) => {
  const leading = await context.newPage();
  for (const tab of [leading, page]) {
    await tab.goto('tasks');
    await expect(tab.getByRole('img', { name: 'Live' })).toBeVisible();
  }
  const busy = leading.evaluate(() => {
    const until = Date.now() + 40_000;
    while (Date.now() < until);
  });
  await tandem.tasks.create({ title: 'Paint the railing' });
  await expect(page.getByRole('link', { name: 'Paint the railing' })).toBeVisible({ timeout: 35_000 });
  await busy;
  await expect(leading.getByRole('link', { name: 'Paint the railing' })).toBeVisible();
  await tandem.tasks.create({ title: 'Sweep the deck' });
  for (const tab of [leading, page])
    await expect(tab.getByRole('link', { name: 'Sweep the deck' })).toBeVisible();
});
