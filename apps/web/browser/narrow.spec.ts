import type { Tandem } from '@tandem/client';
import { fill } from './content.ts';
import { newVerifier, newWorker, verify } from './team.ts';
import { expect, test } from './test.ts';

/** A single long word without break opportunities. */
const LONG = 'Lighthouse'.repeat(12);

test('no page is wider than a phone, whatever its content', { tag: '@main' }, async ({
  page,
  tandem,
  baseURL,
}) => {
  test.slow();
  const { taskNumber, checkedTask, project, initiative, goal, agent, chat } = await fill(tandem, baseURL);
  await tandem.workspace.update({ name: LONG });
  await tandem.labels.create({ name: LONG.slice(0, 40) });
  await tandem.projects.update(project.id, { title: LONG, description: `\`${LONG}\`` });
  await tandem.initiatives.update(initiative.id, { name: LONG });
  await tandem.goals.update(goal.id, { title: LONG, test: LONG });
  await tandem.agents.update(agent.id, { displayName: LONG, title: LONG, model: LONG });
  await tandem.chats.rename(chat.id, { title: LONG });
  await tandem.tasks.update(taskNumber, {
    title: LONG,
    description: `${LONG}\n\n\`${LONG}\`\n\n| ${LONG} | ${LONG} |\n| --- | --- |\n| a | b |`,
    labels: [LONG.slice(0, 40)],
    criteria: [{ text: LONG }],
  });
  await tandem.tasks.comment(taskNumber, { body: LONG });
  await longChecks(tandem, baseURL, checkedTask);
  await page.setViewportSize({ width: 390, height: 800 });
  const wide: string[] = [];
  for (const path of [
    '',
    'tasks',
    'tasks?view=list',
    `tasks?task=${taskNumber}`,
    `tasks?label=${LONG}&tag=${LONG}&assigned=${LONG}&status=todo&priority=p0`,
    `tasks/${taskNumber}`,
    `tasks/${taskNumber}/attempts/1`,
    `tasks/${checkedTask}`,
    'projects',
    `projects/${project.id}`,
    'initiatives',
    `initiatives/${initiative.id}`,
    'goals',
    `goals/${goal.id}`,
    'agents',
    `agents/${agent.id}`,
    'chats',
    `chats/${chat.id}`,
    'search?q=lighthouse',
    'settings/agents',
    'get-started',
    'settings/labels',
    'settings/workspace',
  ]) {
    await page.goto(path);
    const main = page.getByRole('main');
    const read = path === 'get-started' ? main.getByRole('listitem') : main.getByText(/LighthouseLighthouse/);
    await expect(read.first()).toBeAttached();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > 390) wide.push(`/${path}: ${width} px`);
  }
  expect(wide).toEqual([]);
});

/** Checks with long commands and file names, one of them run. */
async function longChecks(tandem: Tandem, url: string, taskNumber: number): Promise<void> {
  const check = { command: LONG, protect: [LONG] };
  await tandem.tasks.update(taskNumber, { criteria: [1, 2].map((each) => ({ text: LONG + each, check })) });
  const owl = await newVerifier(tandem, url, 'long-eared-owl');
  await tandem.agents.update(owl.agent.id, { displayName: LONG });
  await verify(owl, { outcome: 'tampered', files: [LONG], output: LONG });
}

test('the inbox is no wider than a phone, whatever agents write', async ({ page, tandem, baseURL }) => {
  const word = LONG.repeat(3);
  const { taskNumber, criteria } = await tandem.tasks.create({
    title: word,
    description: `|${'a|'.repeat(40)}\n|${'-|'.repeat(40)}`,
    criteria: [{ text: word }],
  });
  const { agent, client } = await newWorker(tandem, baseURL, 'mira');
  await tandem.agents.update(agent.id, { displayName: LONG });
  const { lease } = await client.claims.claim(taskNumber);
  await client.results.post(taskNumber, {
    token: lease.token,
    outcome: 'succeeded',
    summary: word,
    evidence: [
      { criterionId: criteria[0]?.id, command: word, output: word, exitCode: 0 },
      { url: `https://example.org/${word}` },
    ],
  });
  const asked = await tandem.tasks.create({ title: word });
  await tandem.questions.ask(asked.taskNumber, {
    kind: 'choice',
    text: word,
    options: [{ text: LONG, consequence: LONG }, { text: 'No' }],
  });
  await tandem.goals.create({
    title: 'Count',
    metric: { target: 1e14, current: 1e13, unit: 'u'.repeat(90) },
  });
  await page.setViewportSize({ width: 390, height: 800 });
  for (const [path, seen] of [
    ['', 2],
    [`tasks/${taskNumber}`, 3],
    [`tasks/${asked.taskNumber}`, 2],
    ['goals', 0],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(/LighthouseLighthouse|uuuu/).nth(seen)).toBeAttached();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
  }
});

test('a chat is readable at 400% zoom', async ({ page, tandem, baseURL }) => {
  const { chat } = await fill(tandem, baseURL);
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto(`chats/${chat.id}`);
  const message = page.getByRole('list', { name: 'Messages' }).getByText('What did');
  // The text is replaced once its Markdown has been rendered.
  await expect(() => message.scrollIntoViewIfNeeded()).toPass();
  await expect(message).toBeInViewport({ ratio: 1 });
  // The bars scroll away with the page instead of covering it.
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCSS('position', 'static');
  await message.click({ trial: true });
});
