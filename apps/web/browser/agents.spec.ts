import type { Agent, Tandem } from '@tandem/client';
import { createClient } from '@tandem/client';
import { expect, test } from './test.ts';

/** An agent and the client of its process. */
async function join(
  tandem: Tandem,
  url: string,
  name = 'scribe',
): Promise<{ agent: Agent; process: Tandem }> {
  const displayName = name[0]?.toUpperCase() + name.slice(1);
  const agent = await tandem.agents.create({ name, displayName, emoji: '🪶', model: 'any' });
  const scopes = ['agents:write', 'tasks:read', 'tasks:write'] as const;
  const key = await tandem.keys.create({ name, kind: 'agent', memberId: agent.id, scopes });
  return { agent, process: createClient({ url, key: key.secret }) };
}

test('a card shows what an agent holds by its lease, and apart from it what it says of itself', async ({
  page,
  tandem,
  baseURL,
}) => {
  const { agent, process } = await join(tandem, baseURL);
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
  await expect(card.getByText('Free')).toBeVisible();
  await expect(card.getByText('Holds nothing')).toBeVisible();
  await expect(card.getByText('Says of itself: working, 1 session, opus')).toBeVisible();
  await expect(card.getByText('25% · 50K of 200K tokens')).toBeVisible();

  const claimed = await process.claims.next({});
  await expect(card.getByText('Working', { exact: true })).toBeVisible();
  await expect(card.getByRole('list', { name: 'Holds' })).toContainText('#1 Trim the lamp');
  expect(claimed?.task.taskNumber).toBe(1);
});

test('what is used today stands against its limit, and an agent at its limit is marked', async ({
  page,
  tandem,
  baseURL,
}) => {
  const { agent, process } = await join(tandem, baseURL);
  await tandem.agents.update(agent.id, { limits: { usage: { tokens: { perDay: 1_000 } } } });
  await tandem.tasks.create({ title: 'Trim the lamp', status: 'todo' });
  const claimed = await process.claims.next({});
  await process.claims.heartbeat(1, { token: claimed?.lease.token ?? '', usage: { tokens: 1_200 } });
  await page.goto('agents');
  const card = page.getByRole('article', { name: 'Scribe' });
  await expect(card.getByText('1.2K of 1K')).toBeVisible();
  await expect(card.getByText('At its limit')).toBeVisible();
});

test('an agent is paused and resumed at once', async ({ page, tandem, baseURL }) => {
  const { agent } = await join(tandem, baseURL);
  await page.goto('agents');
  const card = page.getByRole('article', { name: 'Scribe' });
  await card.getByRole('button', { name: 'Pause' }).click();
  await expect(card.getByText('Paused')).toBeVisible();
  await expect.poll(async () => (await tandem.agents.get(agent.id)).paused).toBe(true);
  await card.getByRole('button', { name: 'Resume' }).click();
  await expect(card.getByText('Free')).toBeVisible();
  await expect.poll(async () => (await tandem.agents.get(agent.id)).paused).toBe(false);
});

test('stopping an agent says what it does, and takes its runs away', async ({ page, tandem, baseURL }) => {
  const { process } = await join(tandem, baseURL);
  await tandem.tasks.create({ title: 'Trim the lamp', status: 'todo' });
  await process.claims.next({});
  await page.goto('agents');
  const card = page.getByRole('article', { name: 'Scribe' });
  await expect(card.getByText('Working', { exact: true })).toBeVisible();
  await card.getByRole('button', { name: 'Stop …' }).click();
  const asks = page.getByRole('alertdialog', { name: 'Stop Scribe?' });
  await expect(asks).toContainText('goes back to To do');
  await asks.getByRole('button', { name: 'Stop it now' }).click();
  await expect(card.getByText('Paused')).toBeVisible();
  await expect(card.getByText('Holds nothing')).toBeVisible();
  expect((await tandem.tasks.get(1)).status).toBe('todo');
});

test('a pause that is refused is taken back, and says why', async ({ page, tandem, baseURL }) => {
  const { agent } = await join(tandem, baseURL);
  await page.goto('agents');
  const card = page.getByRole('article', { name: 'Scribe' });
  await expect(card.getByText('Free')).toBeVisible();
  await page.route(`**/agents/${agent.id}`, (route) =>
    route.fulfill({ status: 403, json: { error: { code: 'FORBIDDEN', message: 'Not today.' } } }),
  );
  await card.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Not today.')).toBeVisible();
  await expect(card.getByText('Free')).toBeVisible();
});

test('without agents the page says how one joins', async ({ page }) => {
  await page.goto('agents');
  await expect(page.getByText('No agents yet')).toBeVisible();
  await expect(page.getByText('tandem agent run')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy command' })).toBeVisible();
});
