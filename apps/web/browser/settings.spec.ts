import { readFile } from 'node:fs/promises';
import { createClient } from '@tandem/client';
import { expectAccessible, expectAccessibleInBothThemes } from './axe.ts';
import { fill } from './content.ts';
import { selectOption } from './select-option.ts';
import { startServer } from './server.ts';
import { newPerson, newWorker } from './team.ts';
import { expect, type Page, signIn, test } from './test.ts';

const row = (page: Page, name: string | RegExp) => page.getByRole('listitem').filter({ hasText: name });

/** The secret that a region of the page shows once, when it is asked to. */
async function shownOnce(page: Page, title: string | RegExp): Promise<string> {
  const region = page.getByRole('region', { name: title });
  await region
    .getByRole('button', { name: /^Show / })
    .first()
    .click();
  return region.locator('code').first().textContent().then(String);
}

test('a new display name appears at once, also in the account menu', async ({ page }) => {
  await page.goto('settings');
  await page.getByRole('button', { name: 'Edit display name' }).click();
  await page.getByRole('textbox', { name: 'display name' }).fill('Ada Summer');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /Ada Summer ?: account/ })).toBeVisible();
});

test('single-key shortcuts can be turned off', async ({ page, tandem }) => {
  const { taskNumber } = await tandem.tasks.create({ title: 'Paint the railing' });
  await tandem.questions.ask(taskNumber, { kind: 'text', text: 'Which white?' });
  await page.goto('settings');
  await page.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck();
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Single-key shortcuts' })).not.toBeChecked();
});

test('a key is created with scopes and an expiry, shown once, used, and revoked', { tag: '@main' }, async ({
  page,
  baseURL,
}) => {
  await page.goto('settings/keys');
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Name').fill('Backup');
  await page.getByRole('checkbox', { name: 'tasks:write' }).check();
  await selectOption(page.getByLabel('Expires'), 'In 1 week');
  await page.getByRole('button', { name: 'Create key' }).click();
  const secret = await shownOnce(page, /Backup/);
  const made = createClient({ url: baseURL, key: secret });
  expect((await made.workspace.me()).key).toMatchObject({
    name: 'Backup',
    kind: 'service',
    scopes: ['tasks:read', 'tasks:write'],
  });
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(secret)).toBeHidden();
  await row(page, 'Backup').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('lose access right away');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(row(page, 'Backup')).toBeHidden();
  await expect(made.workspace.me().then(() => 'works')).rejects.toThrow();
});

test("a refused setting shows the API's message, and keeps the input", async ({ page }) => {
  await page.goto('settings/keys');
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Name').fill('the operator');
  await page.getByRole('button', { name: 'Create key' }).click();
  await expect(page.getByRole('alert')).not.toBeEmpty();
  await expect(page.getByLabel('Name')).toHaveValue('the operator');
});

test('a session of a key that expires offers nothing that would outlast the key', async ({
  browser,
  tandem,
  baseURL,
}) => {
  const { secret } = await tandem.keys.create({
    name: 'Lent',
    kind: 'person',
    scopes: ['full'],
    expiresAt: Date.now() + 10 * 86_400_000,
  });
  const page = await browser.newPage({ baseURL });
  await signIn(page, secret);
  await page.goto('settings/members');
  await expect(page.getByText('You signed in with an expiring key')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Invite person' })).toBeHidden();
  await page.getByRole('link', { name: 'Keys' }).click();
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Expires').click();
  await expect(page.getByRole('option')).toHaveText(['In 1 day', 'In 1 week']);
  await page.close();
});

test('the signed-in browsers are listed, and another one can be signed out', async ({
  page,
  browser,
  baseURL,
  key,
}) => {
  const other = await browser.newPage({ baseURL });
  await signIn(other, key);
  await other.goto('tasks');
  await expect(other.getByRole('heading', { level: 1, name: 'Tasks' })).toBeVisible();
  await page.goto('settings/sessions');
  await expect(row(page, 'This browser')).toHaveCount(1);
  await page.getByRole('button', { name: 'Sign out Chrome on Linux' }).click();
  await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1);
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await other.close();
});

test('a person is invited by link, joins, and is removed with a list of the effects', {
  tag: '@main',
}, async ({ page, browser, tandem }) => {
  const carl = await tandem.members.create({ name: 'carl', displayName: 'Carl Summer' });
  await page.goto('settings/members');
  await expect(page.getByText('Invited, expires')).toBeVisible();
  await page.getByRole('button', { name: 'Revoke the invitation for Carl Summer' }).click();
  await expect(page.getByText('Invited, expires')).toBeHidden();
  await expect(tandem.members.acceptInvitation({ code: carl.invitation.code })).rejects.toThrow();
  await page.getByRole('button', { name: 'Invite person' }).click();
  await page.getByRole('textbox', { name: 'Display name' }).fill('Bob Hill');
  await page.getByLabel('Name', { exact: true }).fill('bob');
  await page.getByRole('button', { name: 'Create invite link' }).click();
  await expect(page.getByText('tdi_')).toBeHidden();
  const lost = await shownOnce(page, 'Invitation for Bob Hill');
  await expect(page.getByText('Invited, expires')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Copy a new invite link for Bob Hill' }).click();
  const link = await shownOnce(page, 'Invitation for Bob Hill');
  expect(link).not.toBe(lost);
  const bob = await browser.newPage();
  await bob.goto(link);
  await expect(bob.getByRole('button', { name: /Bob Hill ?: account/ })).toBeVisible();
  await expect(page.getByText('Invited, expires')).toBeHidden();
  expect(bob.url()).not.toContain('code');
  await page.getByRole('button', { name: 'Done' }).click();
  await selectOption(page.getByLabel('Role of Bob Hill'), 'Admin');
  await expect(page.getByText('Saved')).toBeVisible();
  await bob.getByRole('link', { name: 'Settings' }).click();
  await expect(bob.getByRole('link', { name: 'Webhooks' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove Bob Hill' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Removed Bob Hill')).toBeVisible();
  await expect(bob.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await bob.close();
});

test("the last admin can't be demoted, and the page says why", async ({ page }) => {
  await page.goto('settings/members');
  await selectOption(page.getByLabel('Role of Ada Winter'), 'Member');
  await expect(page.getByRole('status')).toContainText(/last admin/i);
  await expect(page.getByLabel('Role of Ada Winter')).toHaveText('Admin');
});

test('a demoted admin is offered no admin actions, even on an open page', async ({
  browser,
  tandem,
  baseURL,
}) => {
  const { key } = await newPerson(tandem, baseURL, 'bob');
  const { data } = await tandem.members.list();
  const bob = String(data.find(({ name }) => name === 'bob')?.id);
  await tandem.members.update(bob, { role: 'admin' });
  const page = await browser.newPage({ baseURL });
  await signIn(page, key);
  await page.goto('settings/members');
  await page.getByRole('button', { name: 'Invite person' }).click();
  await tandem.members.update(bob, { role: 'member' });
  await expect(page.getByRole('heading', { name: 'Admins only' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Webhooks' })).toBeHidden();
  await page.close();
});

test('only admins are offered admin actions', async ({ browser, tandem, baseURL }) => {
  const page = await browser.newPage({ baseURL });
  await signIn(page, (await newPerson(tandem, baseURL, 'bob')).key);
  await page.goto('settings/webhooks');
  await expect(page.getByRole('heading', { name: 'Admins only' })).toBeVisible();
  const sections = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
  await expect(sections).toHaveText(['Profile', 'Keys', 'Sessions', 'Agents', 'Labels', 'Usage']);
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByText('Admins can change names')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit display name' })).toBeHidden();
  await page.close();
});

test('an agent is registered with a key and a start command, its limits are set, and it is deleted', async ({
  page,
  tandem,
  baseURL,
}) => {
  await page.goto('settings/agents');
  await page.getByRole('button', { name: 'New agent' }).click();
  await page.getByRole('textbox', { name: 'Display name' }).fill('Scribe');
  const name = page.getByLabel('Name', { exact: true });
  await expect(name).toHaveValue('scribe');
  await name.fill('scribe-2');
  await page.getByRole('textbox', { name: 'Display name' }).fill('Scribe');
  await page.getByLabel('Model').fill('m-1');
  await page.getByRole('button', { name: 'Register agent' }).click();
  const secret = await shownOnce(page, 'Connect Scribe');
  await expect(page.getByText(`--url ${baseURL} --agent scribe-2`)).toBeVisible();
  expect((await createClient({ url: baseURL, key: secret }).workspace.me()).caller.name).toBe('scribe-2');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Edit Scribe' }).click();
  await page.getByLabel('Concurrent tasks').fill('3');
  await page.getByRole('button', { name: 'Add limit' }).click();
  await page.getByLabel('Metric').fill('tokens');
  await page.getByLabel('Limit per day').fill('2000');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('2,000 tokens per day')).toBeVisible();
  const [agent] = (await tandem.agents.list()).data;
  expect(agent).toMatchObject({ maxClaims: 3, limits: { usage: { tokens: { perDay: 2000 } } } });
  await page.getByRole('button', { name: 'Delete Scribe' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No agents yet' })).toBeVisible();
});

test('labels are created, renamed, recolored and deleted, and changes by others appear', async ({
  page,
  tandem,
}) => {
  await page.goto('settings/labels');
  await page.getByRole('button', { name: 'New label' }).click();
  await page.getByLabel('Name').fill('Outside');
  await page.getByRole('radio', { name: 'Teal' }).check({ force: true });
  await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: 'Create label' }).click();
  await expect(page.getByRole('button', { name: 'Edit Outside' })).toBeVisible();
  expect((await tandem.labels.list()).data).toMatchObject([{ name: 'Outside', color: 'blue' }]);
  await tandem.labels.create({ name: 'Inside' });
  await expect(page.getByRole('button', { name: 'Edit Inside' })).toBeVisible();
  await page.getByRole('button', { name: 'Edit Outside' }).click();
  await page.getByLabel('Name').fill('inside');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('A label with this name already exists');
  await page.getByLabel('Name').fill('Weather');
  await page.getByRole('radio', { name: 'Red' }).check({ force: true });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Edit Weather' })).toBeVisible();
  expect((await tandem.labels.list()).data).toMatchObject([
    { name: 'Inside' },
    { name: 'Weather', color: 'red' },
  ]);
  await page.getByRole('button', { name: 'Delete Weather' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Edit Weather' })).toBeHidden();
});

test('a workspace setting takes effect when it is selected, and the workspace is exported', async ({
  page,
  tandem,
}) => {
  await page.goto('settings/workspace');
  await selectOption(page.getByLabel('Evidence for completion'), 'Required for agents');
  await page.getByRole('checkbox', { name: 'Agents can complete tasks' }).click();
  await expect
    .poll(() => tandem.workspace.get())
    .toMatchObject({ proofOfDone: 'agents', agentCompletion: true });
  await tandem.workspace.update({ agentIntake: 'backlog', name: 'Harbour' });
  await expect(page.getByText('Harbour').first()).toBeVisible();
  await page.getByRole('button', { name: 'Edit max tasks awaiting approval per agent' }).click();
  await page.getByRole('textbox', { name: /tasks awaiting approval/ }).fill('0');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toContainText('agentIntakeLimit');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download export.jsonl' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\n');
  expect(JSON.parse(String(lines[0]))).toMatchObject({
    format: 'tandem-export',
    workspace: { name: 'Harbour' },
  });
  expect(JSON.parse(String(lines.at(-1)))).toMatchObject({ type: 'end' });
});

test('a webhook is created, tested, turned off and given a new secret, and its deliveries show the responses', async ({
  page,
}) => {
  // Starts its own server and sends webhook deliveries.
  test.slow();
  const server = await startServer({
    TANDEM_WEBHOOK_ALLOW_HTTP: 'on',
    TANDEM_WEBHOOK_ALLOW_NETS: '127.0.0.0/8',
  });
  const { key } = await server.newWorkspace();
  await page.goto(`${server.url}/sign-in`);
  await page.getByLabel('API key or invitation code').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('button', { name: 'New webhook' }).click();
  await page.getByLabel('URL').fill(`${server.url}/api/v1/nothing`);
  await page.getByLabel('Description').fill('The harbour');
  await page.getByRole('button', { name: 'Create webhook' }).click();
  expect(await shownOnce(page, 'Webhook secret')).toMatch(/^whsec_/);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Send test event' }).click();
  await page.getByRole('button', { name: 'Deliveries' }).click();
  const delivery = row(page, 'webhook.test').last();
  await expect(delivery).toContainText(/Gave up|Failed/);
  await expect(delivery).toContainText('404');
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  await selectOption(page.getByRole('dialog').getByLabel('Events'), 'Some events');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Events' }).fill('task.created task.done');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('types');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Events' }).fill('task.created');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'The harbour').first()).toContainText('task.created');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Turn off' }).click();
  await expect(row(page, 'The harbour').first()).toContainText('Off');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Rotate secret' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate secret' }).click();
  await expect(page.getByRole('region', { name: 'Webhook secret' })).toBeVisible();
  await page.goto('about:blank');
  await server.stop();
});

test('usage is summed by agent and by day', async ({ page, tandem, baseURL }) => {
  await tandem.tasks.create({ title: 'Write it' });
  const { client: scribe } = await newWorker(tandem, baseURL, 'scribe');
  const work = await scribe.claims.next();
  await scribe.results.post(work?.task.taskNumber ?? 0, {
    token: work?.lease.token ?? '',
    outcome: 'succeeded',
    summary: 'Done',
    usage: { tokens: 1234, dollars: 0.5 },
  });
  await page.goto('settings/usage');
  await selectOption(page.getByLabel('Metric'), 'tokens');
  await expect(page.getByRole('row', { name: /scribe 1,234/ })).toBeVisible();
  await expectAccessible(page);
});

test('no settings page is wider than a phone', async ({ page, tandem, baseURL }) => {
  await fill(tandem, baseURL);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('settings');
  for (const name of ['Profile', 'Keys', 'Members', 'Agents', 'Labels', 'Workspace rules', 'Usage']) {
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(390);
  }
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Agents' }).click();
  await page.getByRole('button', { name: 'New key for Scribe' }).click();
  await expect(page.getByRole('region', { name: 'Connect Scribe' })).toBeFocused();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
