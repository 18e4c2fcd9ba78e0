import type { Tandem } from '@tandem/client';
import { expectAccessibleInBothThemes } from './axe.ts';
import { selectOption } from './select-option.ts';
import { newWorker } from './team.ts';
import { expect, test } from './test.ts';

const join = (tandem: Tandem, url: string) => newWorker(tandem, url, 'scribe', 'Scribe');

test("an agent's card shows its claims separately from what the agent reports", async ({
  page,
  tandem,
  baseURL,
}) => {
  const { agent, client: process } = await join(tandem, baseURL);
  await tandem.tasks.create({ title: 'Trim the lamp', status: 'todo' });
  await process.agents.pushTelemetry(agent.id, {
    status: 'working',
    model: 'opus',
    contextTokens: 50_000,
    contextLimit: 200_000,
    activeSessions: 1,
  });
  await page.goto('agents');
  const card = page.getByRole('article', { name: 'Scribe' });
  await expect(card.getByText('Idle')).toBeVisible();
  await expect(card.getByText('No tasks in progress')).toBeVisible();
  await expect(card.getByText('Self-reported: working, 1 session, opus')).toBeVisible();
  await expect(card.getByText('25% · 50K of 200K tokens')).toBeVisible();

  const claimed = await process.claims.next({});
  await expect(card.getByText('Working', { exact: true })).toBeVisible();
  await expect(card.getByRole('list', { name: 'Working on' })).toContainText('#1 Trim the lamp');
  expect(claimed?.task.taskNumber).toBe(1);
});

test("today's usage is shown against its limit, and an agent at its limit is marked", async ({
  page,
  tandem,
  baseURL,
}) => {
  const { agent, client: process } = await join(tandem, baseURL);
  await tandem.agents.update(agent.id, { limits: { usage: { tokens: { perDay: 1_000 } } } });
  await tandem.tasks.create({ title: 'Trim the lamp', status: 'todo' });
  const claimed = await process.claims.next({});
  await process.claims.heartbeat(1, { token: claimed?.lease.token ?? '', usage: { tokens: 1_200 } });
  await page.goto('agents');
  const card = page.getByRole('article', { name: 'Scribe' });
  await expect(card.getByText('1.2K of 1K')).toBeVisible();
  await expect(card.getByText('Limit reached')).toBeVisible();
});

test('pausing and resuming an agent shows at once', async ({ page, tandem, baseURL }) => {
  const { agent } = await join(tandem, baseURL);
  await page.goto('agents');
  const card = page.getByRole('article', { name: 'Scribe' });
  await card.getByRole('button', { name: 'Pause' }).click();
  await expect(card.getByText('Paused')).toBeVisible();
  await expect.poll(async () => (await tandem.agents.get(agent.id)).paused).toBe(true);
  await card.getByRole('button', { name: 'Resume' }).click();
  await expect(card.getByText('Idle')).toBeVisible();
  await expect.poll(async () => (await tandem.agents.get(agent.id)).paused).toBe(false);
});

test('stopping an agent explains the effect, and ends its runs', { tag: '@main' }, async ({
  page,
  tandem,
  baseURL,
}) => {
  const { client: process } = await join(tandem, baseURL);
  await tandem.tasks.create({ title: 'Trim the lamp', status: 'todo' });
  await process.claims.next({});
  await page.goto('agents');
  const card = page.getByRole('article', { name: 'Scribe' });
  await expect(card.getByText('Working', { exact: true })).toBeVisible();
  await card.getByRole('button', { name: 'Stop…' }).click();
  const asks = page.getByRole('alertdialog', { name: 'Stop Scribe?' });
  await expect(asks).toContainText('return to To do');
  await asks.getByRole('button', { name: 'Stop agent' }).click();
  await expect(card.getByText('Paused')).toBeVisible();
  await expect(card.getByText('No tasks in progress')).toBeVisible();
  await expect.poll(async () => (await tandem.tasks.get(1)).status).toBe('todo');
});

test('a refused pause is reverted and explained', async ({ page, tandem, baseURL }) => {
  const { agent } = await join(tandem, baseURL);
  await page.goto('agents');
  const card = page.getByRole('article', { name: 'Scribe' });
  await expect(card.getByText('Idle')).toBeVisible();
  await page.route(`**/agents/${agent.id}`, (route) =>
    route.fulfill({ status: 403, json: { error: { code: 'FORBIDDEN', message: 'Not today.' } } }),
  );
  await card.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Not today.')).toBeVisible();
  await expect(card.getByText('Idle')).toBeVisible();
});

test('without agents the page registers the first one and shows how to connect it', async ({ page }) => {
  await page.goto('agents');
  await expect(page.getByText('No agents yet')).toBeVisible();
  await page.getByRole('button', { name: 'New agent' }).click();
  await page.getByRole('textbox', { name: 'Display name' }).fill('Scribe');
  await page.getByRole('button', { name: 'Register agent' }).click();
  await expect(page.getByText('tandem agent run')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy MCP command' })).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('article', { name: 'Scribe' })).toBeVisible();
});

test("an agent's page shows its claims, pending items, reports and usage", async ({
  page,
  tandem,
  baseURL,
}) => {
  const { agent, client: process } = await join(tandem, baseURL);
  await tandem.tasks.create({ title: 'Choose a lamp', status: 'todo' });
  await tandem.tasks.create({ title: 'Trim the lamp', status: 'todo' });
  const asked = await process.claims.next({});
  await process.questions.ask(1, {
    token: asked?.lease.token,
    kind: 'text',
    text: 'Oil or **gas**?',
  });
  const held = await process.claims.next({});
  await process.claims.heartbeat(2, {
    token: held?.lease.token ?? '',
    progress: { note: 'Half of the wick', percent: 50 },
    usage: { tokens: 700 },
  });
  for (const contextTokens of [10_000, 20_000]) {
    await process.agents.pushTelemetry(agent.id, {
      status: 'working',
      model: 'opus',
      contextTokens,
      contextLimit: 100_000,
      activeSessions: 2,
      usage: { requests: 7 },
    });
  }
  const session = { key: 's', kind: 'work', displayName: 'Scribe at night', model: 'opus' };
  await process.agents.pushSessions(agent.id, {
    sessions: [{ ...session, contextTokens: 1, contextLimit: 4, lastActivity: Date.now() }],
  });
  await page.goto('agents');
  await page.getByRole('link', { name: 'Scribe' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Scribe' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Working on' })).toContainText(
    '#2 Trim the lampHalf of the wick',
  );
  await expect(page.getByRole('region', { name: 'Waiting for others' })).toContainText('Oil or gas?');
  await expect(page.getByRole('figure', { name: 'tokens per day' })).toContainText('700 tokens in 14 days');
  await expect(page.getByRole('region', { name: 'Sessions' })).toContainText('Scribe at night');
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText('Trim the lamp');

  await expectAccessibleInBothThemes(page);
  const reports = page.getByRole('region', { name: 'Telemetry' });
  await expect(reports).toContainText('Latest: 20K of 100K tokens (20%). Peak: 20K.');
  await selectOption(reports.getByLabel('Metric'), 'requests');
  await expect(reports.getByRole('figure', { name: 'requests' })).toContainText('Latest requests: 7.');
  await selectOption(reports.getByLabel('Period'), 'Last week');
  await expect(page).toHaveURL(/range=7d/);
  await page.reload();
  await expect(reports.getByLabel('Period')).toHaveText('Last week');
});

test("an agent's settings are edited in place; a refused value stays for correction", async ({
  page,
  tandem,
  baseURL,
}) => {
  const { agent } = await join(tandem, baseURL);
  await page.goto(`agents/${agent.id}`);
  await page.getByRole('button', { name: 'Edit concurrent tasks' }).click();
  const max = page.getByRole('textbox', { name: 'concurrent tasks' });
  await max.fill('1000');
  await max.press('Enter');
  await expect(page.getByText(/maxClaims must be/)).toBeVisible();
  await expect(max).toHaveValue('1000');
  await max.fill('3');
  await max.press('Enter');
  await expect(max).toBeHidden();
  await page.getByRole('textbox', { name: 'Metric' }).fill('tokens');
  await page.getByRole('textbox', { name: 'Limit per day' }).fill('5000');
  await page.getByRole('button', { name: 'Set' }).click();
  await expect(page.getByText('5,000 tokens')).toBeVisible();
  await expect
    .poll(async () => (await tandem.agents.get(agent.id)).limits)
    .toEqual({
      usage: { tokens: { perDay: 5_000 } },
    });
  await expect.poll(async () => (await tandem.agents.get(agent.id)).maxClaims).toBe(3);
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Pause' }).click();
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove the tokens limit' }).click();
  await expect.poll(async () => (await tandem.agents.get(agent.id)).limits).toBeNull();
});

test('the page of a missing agent says so', async ({ page }) => {
  await page.goto('agents/nobody');
  await expect(page.getByText('Agent not found')).toBeVisible();
});
