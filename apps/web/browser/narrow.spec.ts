import { fill } from './content.ts';
import { expect, test } from './test.ts';

/** As somebody writes who does not think of phones: one word that has nowhere to break. */
const LONG = 'Lighthouse'.repeat(12);

test('no page is wider than a phone, whatever is written in it', async ({ page, tandem, baseURL }) => {
  test.slow();
  const { taskNumber, project, initiative, goal, agent, chat } = await fill(tandem, baseURL);
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
  await page.setViewportSize({ width: 390, height: 800 });
  const wide: string[] = [];
  for (const path of [
    '',
    'tasks',
    'tasks?view=list',
    `tasks/${taskNumber}`,
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
    'settings/labels',
    'settings/workspace',
  ]) {
    await page.goto(path);
    await expect(
      page
        .getByRole('main')
        .getByText(/LighthouseLighthouse/)
        .first(),
    ).toBeAttached();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > 390) wide.push(`/${path}: ${width} px`);
  }
  expect(wide).toEqual([]);
});
