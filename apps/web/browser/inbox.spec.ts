import type { Page } from '@playwright/test';
import type { QuestionsAskBody, Tandem } from '@tandem/client';
import { expectAccessibleInBothThemes } from './axe.ts';
import { selectOption } from './select-option.ts';
import { newPerson, newWorker } from './team.ts';
import { expect, test } from './test.ts';

/** A task with a question about it. */
async function ask(tandem: Tandem, title: string, question: QuestionsAskBody) {
  const { taskNumber } = await tandem.tasks.create({ title });
  return tandem.questions.ask(taskNumber, question);
}

/** A task whose result waits for Ada's review. */
async function handedIn(tandem: Tandem, url: string) {
  const criteria = [{ text: 'The lamp turns' }, { text: 'The horn is heard' }];
  const task = await tandem.tasks.create({ title: 'Repair the lamp', criteria });
  const { agent, client } = await newWorker(tandem, url, 'mira');
  const { lease } = await client.claims.claim(task.taskNumber);
  await client.results.post(task.taskNumber, {
    token: lease.token,
    outcome: 'succeeded',
    summary: 'It turns **again**.',
    evidence: [
      { criterionId: task.criteria[0]?.id, command: 'turn --once', output: '360 degrees', exitCode: 0 },
    ],
  });
  return { ...task, agent, client };
}

const entries = (page: Page) => page.getByRole('article');

test('a choice is sent with its own button, and the question leaves the inbox', { tag: '@main' }, async ({
  page,
  tandem,
}) => {
  const question = await ask(tandem, 'Paint the railing', {
    kind: 'choice',
    text: 'Which color?',
    options: [{ text: 'Green', consequence: 'two days' }, { text: 'White' }],
  });
  await page.goto('');
  await expect(page.getByText('two days')).toBeVisible();
  await page.getByLabel('Comment').fill('As the door');
  await expect(page.getByRole('button', { name: 'Send answer' })).toBeDisabled();
  await page.getByRole('radio', { name: 'White' }).check();
  await page.getByRole('radio', { name: 'Green' }).check();
  expect((await tandem.questions.get(question.id)).status).toBe('open');
  await page.getByRole('button', { name: 'Send answer' }).click();
  await expect(page.getByRole('heading', { name: 'You’re all caught up' })).toBeVisible();
  const { answer } = await tandem.questions.get(question.id);
  expect(answer).toMatchObject({ choice: '1', comment: 'As the door' });
});

test("an answer is sent with Ctrl+Enter, and the tab's title counts the items", async ({ page, tandem }) => {
  const question = await ask(tandem, 'Paint the railing', { kind: 'text', text: 'How high?' });
  await page.goto('');
  await expect(page).toHaveTitle(/^\(1\) Inbox/);
  await page.getByLabel('Your answer').fill('Two metres');
  await page.getByLabel('Your answer').press('Control+Enter');
  await expect(page).toHaveTitle(/^Inbox/);
  await expect
    .poll(async () => (await tandem.questions.get(question.id)).answer)
    .toMatchObject({ text: 'Two metres' });
});

test('an approval is rejected with a comment', async ({ page, tandem }) => {
  const question = await ask(tandem, 'Fell the tree', { kind: 'approval', text: 'May I?', default: false });
  await page.goto('');
  await page.getByLabel('Comment').fill('It is old');
  await page.getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByText('Answered a question on #1')).toBeVisible();
  await expect
    .poll(async () => (await tandem.questions.get(question.id)).answer)
    .toMatchObject({
      approved: false,
      comment: 'It is old',
    });
});

test('a result is accepted beside its evidence, and reopened', async ({ page, tandem, baseURL }) => {
  const { taskNumber } = await handedIn(tandem, baseURL);
  await page.goto('');
  const criteria = page.getByRole('list', { name: 'Acceptance criteria' });
  await expect(criteria.getByText('turn --once')).toBeVisible();
  await expect(criteria.getByText('No evidence')).toBeVisible();
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText('Accepted #1')).toBeVisible();
  await expect.poll(async () => (await tandem.tasks.get(taskNumber)).status).toBe('done');
  await page.getByRole('button', { name: 'Reopen' }).click();
  await expect(page.getByText('Reopened #1')).toBeVisible();
  await expect.poll(async () => (await tandem.tasks.get(taskNumber)).status).toBe('todo');
});

test('a result is returned only with what is missing', { tag: '@main' }, async ({
  page,
  tandem,
  baseURL,
}) => {
  const { taskNumber } = await handedIn(tandem, baseURL);
  await page.goto('');
  await expect(page.getByRole('button', { name: 'Return' })).toBeDisabled();
  await page.getByLabel('Comment').fill('The horn!');
  await page.getByRole('checkbox', { name: 'The horn is heard' }).check();
  await page.getByRole('button', { name: 'Return' }).click();
  await expect(page.getByText('Returned #1')).toBeVisible();
  const { data } = await tandem.results.list(taskNumber);
  expect(data[0]?.review).toMatchObject({ verdict: 'returned', comment: 'The horn!' });
  const { criteria } = await tandem.tasks.get(taskNumber);
  expect(criteria.map(({ status }) => status)).toEqual(['claimed', 'returned']);
});

test('evidence of an earlier result is shown beside its criterion, marked as earlier', async ({
  page,
  tandem,
  baseURL,
}) => {
  const { taskNumber, client } = await handedIn(tandem, baseURL);
  await tandem.results.review(taskNumber, { verdict: 'returned', comment: 'The horn!' });
  const { lease } = await client.claims.claim(taskNumber);
  await client.results.post(taskNumber, { token: lease.token, outcome: 'succeeded', summary: 'Heard.' });
  await page.goto('');
  const criterion = page.getByRole('listitem').filter({ hasText: 'The lamp turns' }).last();
  await expect(criterion).toContainText('From an earlier result');
  await expect(criterion.getByText('turn --once')).toBeVisible();
});

test('a stalled task is moved on', async ({ page, tandem, baseURL }) => {
  const { taskNumber } = await tandem.tasks.create({ title: 'Repair the lamp' });
  const { client } = await newWorker(tandem, baseURL, 'mira');
  const { lease } = await client.claims.claim(taskNumber);
  await client.results.post(taskNumber, {
    token: lease.token,
    outcome: 'failed',
    to: 'waiting',
    summary: 'The glass is broken.',
  });
  await page.goto('');
  await expect(page.getByText('The glass is broken.')).toBeVisible();
  await page.getByRole('button', { name: 'Move to To do' }).click();
  await expect(page.getByRole('heading', { name: 'You’re all caught up' })).toBeVisible();
  await expect.poll(async () => (await tandem.tasks.get(taskNumber)).status).toBe('todo');
});

test('a goal is confirmed, and reopened', async ({ page, tandem, baseURL }) => {
  const { client } = await newWorker(tandem, baseURL, 'mira');
  const goal = await tandem.goals.create({ title: 'No ship lost', test: 'Count them' });
  await client.goals.verify(goal.id, { passed: true, evidence: 'None in a year' });
  await page.goto('');
  await expect(page.getByText('None in a year')).toBeVisible();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('button', { name: 'Reopen' }).click();
  await expect(page.getByText('Reopened: No ship lost')).toBeVisible();
  await expect.poll(async () => (await tandem.goals.get(goal.id)).status).toBe('open');
});

test('J and K select the next and previous item, also after a decision; R replies, A accepts', async ({
  page,
  tandem,
  baseURL,
}) => {
  for (const title of ['First', 'Second', 'Third'])
    await ask(tandem, title, { kind: 'approval', text: 'So?' });
  await handedIn(tandem, baseURL);
  await page.goto('');
  await expect(entries(page)).toHaveCount(4);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(entries(page).nth(1)).toBeFocused();
  await entries(page).nth(1).getByRole('button', { name: 'Approve' }).press('Enter');
  await expect(entries(page)).toHaveCount(3);
  await expect(entries(page).nth(1)).toBeFocused();
  await expect(entries(page).nth(1)).toContainText('Third');
  await page.keyboard.press('k');
  await expect(entries(page).first()).toBeFocused();
  await page.keyboard.press('r');
  await expect(entries(page).first().getByLabel('Comment')).toBeFocused();
  await entries(page).nth(2).focus();
  await page.keyboard.press('a');
  await expect(entries(page)).toHaveCount(2);
});

test('an undo notice stays while it has the focus or the pointer, and returns the focus', async ({
  page,
  tandem,
  baseURL,
}) => {
  await handedIn(tandem, baseURL);
  await ask(tandem, 'Paint the railing', { kind: 'text', text: 'How high?' });
  await page.clock.install();
  await page.goto('');
  await expect(entries(page)).toHaveCount(2);
  await page.keyboard.press('j');
  await page.keyboard.press('a');
  await expect(entries(page)).toHaveCount(1);
  await expect(entries(page)).toBeFocused();
  const reopen = page.getByRole('button', { name: 'Reopen' });
  await reopen.focus();
  await page.clock.runFor(60_000);
  await reopen.press('Enter');
  await expect(page.getByText('Reopened #1')).toBeVisible();
  await expect(entries(page).first()).toBeFocused();
  await page.clock.runFor(7_000);
  await expect(page.getByText('Reopened #1')).toHaveCount(0);
});

test('a refused answer is reported, and its text is kept, even after a reload', async ({ page, tandem }) => {
  const question = await ask(tandem, 'Paint the railing', { kind: 'text', text: 'How high?' });
  await page.goto('');
  await page.getByLabel('Your answer').fill('Two metres');
  await page.reload();
  await expect(page.getByLabel('Your answer')).toHaveValue('Two metres');
  const much = 'x'.repeat(20_001);
  await page.getByLabel('Your answer').fill(much);
  await page.getByRole('button', { name: 'Send answer' }).click();
  await expect(page.getByRole('status').getByText(/text must be at most/)).toBeVisible();
  await expect(page.getByLabel('Your answer')).toHaveValue(much);
  await expect.poll(async () => (await tandem.questions.get(question.id)).status).toBe('open');
});

test('an item decided by someone else disappears', async ({ page, tandem, baseURL }) => {
  const question = await ask(tandem, 'Paint the railing', { kind: 'text', text: 'How high?' });
  const bo = await newPerson(tandem, baseURL, 'bo');
  await page.goto('');
  await expect(page.getByLabel('Your answer')).toBeVisible();
  await bo.questions.answer(question.id, { text: 'One metre' });
  await expect(page.getByRole('heading', { name: 'You’re all caught up' })).toBeVisible();
});

test('the inbox needs no horizontal scrolling on a phone', async ({ page, tandem, baseURL }) => {
  await handedIn(tandem, baseURL);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('');
  await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('holding a key down decides once', async ({ page, tandem, baseURL }) => {
  const { client } = await handedIn(tandem, baseURL);
  for (const title of ['Oil the horn', 'Wind the clock']) {
    const { taskNumber } = await tandem.tasks.create({ title });
    const { lease } = await client.claims.claim(taskNumber);
    await client.results.post(taskNumber, { token: lease.token, outcome: 'succeeded', summary: 'Done.' });
  }
  await page.goto('');
  await expect(entries(page)).toHaveCount(3);
  await page.keyboard.press('j');
  await page.keyboard.down('a');
  await expect(entries(page)).toHaveCount(2);
  await expect(entries(page).first()).toBeFocused();
  // A held key repeats.
  await page.keyboard.down('a');
  await page.keyboard.up('a');
  await page.keyboard.press('j');
  await expect(entries(page).last()).toBeFocused();
  await expect(entries(page)).toHaveCount(2);
  expect((await tandem.inbox.list({})).data).toHaveLength(2);
});

test('the questions of one asker are shown together and answered at once', async ({
  page,
  tandem,
  baseURL,
}) => {
  const { client } = await newWorker(tandem, baseURL, 'mira');
  const asked: string[] = [];
  for (const title of ['Fell the oak', 'Fell the elm']) {
    const { taskNumber } = await tandem.tasks.create({ title, assignedTo: 'mira' });
    const { id } = await client.questions.ask(taskNumber, { kind: 'approval', text: 'May I?' });
    asked.push(id);
  }
  await ask(tandem, 'Paint the railing', { kind: 'approval', text: 'So?' });
  await page.goto('');
  await expect(entries(page)).toHaveCount(3);
  await selectOption(page.getByLabel('Asked by'), 'mira');
  await expect(entries(page)).toHaveCount(2);
  await expectAccessibleInBothThemes(page);
  await expect(page.getByRole('button', { name: 'Send to all' })).toBeDisabled();
  await selectOption(page.getByLabel('Answer all 2 questions'), 'Refuse');
  await page.getByRole('button', { name: 'Send to all' }).click();
  await expect(page.getByText('2 questions answered')).toBeVisible();
  await expect(entries(page)).toHaveCount(1);
  await expect(entries(page)).toContainText('Paint the railing');
  for (const id of asked) expect((await tandem.questions.get(id)).answer).toMatchObject({ approved: false });
});
