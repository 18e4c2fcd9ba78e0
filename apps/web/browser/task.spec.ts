import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBothThemes } from './axe.ts';
import { selectOption } from './select-option.ts';
import { newPerson, newWorker } from './team.ts';
import { expect, signInWith, test } from './test.ts';

const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const fields = (page: Page) => page.getByRole('complementary', { name: 'Fields' });

/** Selects the first search result, which is highlighted shortly after typing. */
async function enter(page: Page): Promise<void> {
  await page.locator('[role=option][data-highlighted]').waitFor();
  await page.keyboard.press('Enter');
}

/** A one-pixel image. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

test.describe('what the task waits for is on top', () => {
  test('a result is accepted beside its evidence: text, command, link, image and file', {
    tag: '@main',
  }, async ({ page, tandem, baseURL }) => {
    const task = await tandem.tasks.create({ title: 'Repair the lamp', criteria: [{ text: 'It turns' }] });
    const { client } = await newWorker(tandem, baseURL, 'mira');
    const picture = await client.files.upload({ name: 'lamp.png', type: 'image/png', content: PIXEL });
    const log = await client.files.upload({
      name: 'turns.log',
      type: 'text/plain',
      content: 'ok\n'.repeat(500),
    });
    const { lease } = await client.claims.claim(1);
    const criterionId = task.criteria[0]?.id;
    await client.results.post(1, {
      token: lease.token,
      outcome: 'succeeded',
      summary: 'It turns **again**.',
      evidence: [
        { criterionId, text: 'As seen:', fileId: picture.id },
        { criterionId, command: 'turn --once', output: '360 degrees', exitCode: 0 },
        { url: 'https://example.org/lamp' },
        { fileId: log.id },
      ],
    });
    await page.goto('tasks/1');
    const asked = region(page, 'Waiting for Ada Winter’s review');
    await expect(asked).toContainText('Accept to complete the task, or return it to mira.');
    await expect(asked.getByText('360 degrees')).toBeVisible();
    await expect(asked.getByRole('link', { name: 'https://example.org/lamp' })).toBeVisible();
    await expect(asked.getByRole('link', { name: 'turns.log 1.5 kB' })).toBeVisible();
    const image = asked.getByRole('link', { name: 'lamp.png' }).locator('img');
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
    await asked.getByRole('button', { name: 'Accept' }).click();
    await expect(asked).toBeHidden();
    await expect(fields(page).getByRole('button', { name: 'Status: Done' })).toBeVisible();
    await expect(region(page, 'Latest result')).toContainText('Accepted');
    await page.keyboard.press('Control+z');
    await expect(fields(page).getByRole('button', { name: 'Status: To do' })).toBeVisible();
  });

  test('a question is answered in place and moves to the activity', async ({ page, tandem, baseURL }) => {
    await tandem.tasks.create({ title: 'Paint the railing' });
    const { client } = await newWorker(tandem, baseURL, 'mira');
    const { lease } = await client.claims.claim(1);
    await client.questions.ask(1, { token: lease.token, kind: 'text', text: 'Which color?' });
    await page.goto('tasks/1');
    const asked = region(page, 'mira asks');
    await expect(asked).toContainText('mira resumes this task as soon as you answer.');
    await asked.getByLabel('Your answer').fill('White');
    await asked.getByRole('button', { name: 'Send answer' }).click();
    await expect(asked).toBeHidden();
    await expect(region(page, 'Activity').getByRole('article', { name: 'mira asks' })).toContainText('White');
  });

  test("a person's own question is withdrawn", async ({ page, tandem }) => {
    await tandem.tasks.create({ title: 'Paint the railing' });
    await tandem.questions.ask(1, { kind: 'approval', text: 'Tomorrow?' });
    await page.goto('tasks/1');
    await region(page, 'Ada Winter asks').getByRole('button', { name: 'Withdraw' }).click();
    await expect(page.getByText('Question withdrawn')).toBeVisible();
    await expect(region(page, 'Ada Winter asks')).toBeHidden();
  });

  test('a task that needs attention says why, and is moved on', async ({ page, tandem }) => {
    await tandem.tasks.create({ title: 'Upgrade the engine', status: 'todo' });
    await tandem.tasks.transition(1, { to: 'waiting', reason: 'The spare part is on its way.' });
    await page.goto('tasks/1');
    const asked = region(page, /^(Needs|Waiting)/);
    await expect(asked).toContainText('The spare part is on its way.');
    await asked.getByRole('button', { name: 'Move to To do' }).click();
    await expect(asked).toBeHidden();
    await expect.poll(async () => (await tandem.tasks.get(1)).status).toBe('todo');
  });

  test('the task shows who holds its lease and what blocks it, live', async ({ page, tandem, baseURL }) => {
    await tandem.tasks.create({ title: 'Count the gulls' });
    await tandem.tasks.create({ title: 'Buy a telescope' });
    const { client } = await newWorker(tandem, baseURL, 'mira');
    const { lease } = await client.claims.claim(1);
    await client.claims.heartbeat(1, { token: lease.token, progress: { note: 'At the north', percent: 40 } });
    await page.goto('tasks/1');
    const holder = region(page, 'mira is working on this');
    await expect(holder).toBeVisible();
    await expect(page.getByRole('progressbar', { name: 'Progress reported by mira' })).toHaveJSProperty(
      'value',
      0.4,
    );
    await client.claims.release(1, { token: lease.token });
    await expect(holder).toBeHidden();
    await tandem.tasks.relate(1, { type: 'blocked_by', taskNumber: 2 });
    await expect(region(page, 'Blocked by').getByRole('link', { name: '#2 Buy a telescope' })).toBeVisible();
    await tandem.tasks.transition(2, { to: 'canceled' });
    await expect(region(page, 'Blocked by')).toBeHidden();
  });
});

test.describe('fields are edited in place', () => {
  test('title, priority, assignee, project, labels, effort, tags and dates of a task are edited in place', {
    tag: '@main',
  }, async ({ page, tandem, baseURL }) => {
    await tandem.tasks.create({ title: 'Count the gulls' });
    await tandem.projects.create({ title: 'Birds' });
    await tandem.labels.create({ name: 'outside' });
    await newWorker(tandem, baseURL, 'mira');
    await page.goto('tasks/1');
    await page.getByRole('button', { name: 'Edit title' }).click();
    await page.getByLabel('title', { exact: true }).fill('Count all gulls');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('#1 Count all gulls');
    await expect(page.getByRole('button', { name: 'Edit title' })).toBeFocused();
    await expect(page).toHaveTitle(/^#1 Count all gulls/);
    await selectOption(page.getByLabel('Priority'), 'Urgent');
    await selectOption(page.getByLabel('Effort'), 'L');
    await choose(page, 'Assignee', 'mir', 'mira');
    await choose(page, 'Project', 'bir', 'Birds');
    await choose(page, 'Labels', 'out', 'outside');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Choose a day' }).click();
    await page.getByRole('menuitem', { name: 'Tomorrow' }).click();
    await expect(page.getByLabel('Due')).not.toHaveValue('');
    await page.getByLabel('Due').fill('2030-05-01');
    await page.getByRole('button', { name: 'Edit tags' }).click();
    await page.getByLabel('tags', { exact: true }).fill('birds, north');
    await page.keyboard.press('Enter');
    await expect(fields(page).getByText('birds, north')).toBeVisible();
    await expect
      .poll(() => tandem.tasks.get(1))
      .toMatchObject({
        title: 'Count all gulls',
        priority: 'p0',
        effort: 'l',
        assignedTo: 'mira',
        project: { title: 'Birds' },
        labels: [{ name: 'outside' }],
        tags: ['birds', 'north'],
        dueDate: '2030-05-01T00:00:00.000Z',
      });
  });

  test('the fields of a task are edited with the keyboard, and the focus is kept', async ({
    page,
    tandem,
    baseURL,
  }) => {
    await tandem.tasks.create({ title: 'Count the gulls' });
    await tandem.labels.create({ name: 'outside' });
    await newWorker(tandem, baseURL, 'mira');
    await page.goto('tasks/1');
    const assignee = page.getByRole('combobox', { name: 'Assignee' });
    await assignee.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'mira' }).waitFor();
    await page.keyboard.type('mira');
    await expect(page.getByRole('listbox', { name: 'Assignee' }).getByRole('option')).toHaveText([/mira/]);
    await expectAccessible(page);
    await enter(page);
    await expect(assignee).toContainText('mira');
    await expect(assignee).toBeFocused();
    const labels = fields(page).getByRole('combobox', { name: 'Labels' });
    await labels.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'outside' }).waitFor();
    await page.keyboard.type('out');
    await enter(page);
    await expect(labels).toContainText('outside');
    await page.keyboard.press('Escape');
    await expect(labels).toBeFocused();
  });

  test('S lists the valid moves, and a refused move is reverted with the reason', async ({
    page,
    tandem,
  }) => {
    await tandem.tasks.create({ title: 'Count the gulls' });
    await page.goto('tasks/1');
    await page.getByRole('button', { name: 'Status: To do' }).waitFor();
    await page.keyboard.press('s');
    await expect(page.getByRole('menuitem')).toHaveText(['Backlog', 'In progress', 'Waiting', 'Canceled']);
    await page.getByRole('menuitem', { name: 'In progress' }).click();
    await expect(page.getByRole('button', { name: 'Status: In progress' })).toBeVisible();
    await freezeTask(page);
    await tandem.tasks.transition(1, { to: 'canceled' });
    await page.keyboard.press('s');
    await page.getByRole('menuitem', { name: 'Waiting' }).click();
    await expect(page.getByText(/^Couldn’t change #1\./)).toContainText('canceled');
    await expect(page.getByRole('button', { name: 'Status: In progress' })).toBeVisible();
  });

  test("a task's title changed by someone else is not overwritten silently", async ({ page, tandem }) => {
    await tandem.tasks.create({ title: 'Count the gulls' });
    await page.goto('tasks/1');
    await page.getByRole('button', { name: 'Edit title' }).click();
    await page.getByLabel('title', { exact: true }).fill('Count the terns');
    await tandem.tasks.update(1, { title: 'Count the auks' });
    await expect(page).toHaveTitle(/Count the auks/);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(/changed the title to “Count the auks”/)).toBeVisible();
    await expect(page.getByLabel('title', { exact: true })).toHaveValue('Count the terns');
    await expect.poll(async () => (await tandem.tasks.get(1)).title).toBe('Count the auks');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('#1 Count the terns');
  });

  test('a refused title stays in its field', async ({ page, tandem }) => {
    await tandem.tasks.create({ title: 'Count the gulls' });
    await page.goto('tasks/1');
    await page.getByRole('button', { name: 'Edit title' }).click();
    await page.getByLabel('title', { exact: true }).fill('x'.repeat(501));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').getByText(/title must be at most 500/)).toBeVisible();
    await expect(page.getByLabel('title', { exact: true })).toHaveValue('x'.repeat(501));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('#1 Count the gulls');
  });

  test('a label is created by its name, and one created by someone else meanwhile is kept', async ({
    page,
    tandem,
  }) => {
    await tandem.tasks.create({ title: 'Count' });
    await page.goto('tasks/1');
    const labels = page.getByRole('combobox', { name: 'Labels' }).first();
    await labels.click();
    await page.keyboard.type('outside');
    await page.getByRole('option', { name: 'Add label “outside”' }).click();
    await expect(labels).toHaveText('outside');
    let isConflicted = false;
    await page.route('**/tasks/1', async (route) => {
      if (route.request().method() === 'PATCH' && !isConflicted) {
        isConflicted = true;
        await tandem.tasks.update(1, { labels: ['outside', 'theirs'], createMissing: true });
      }
      await route.continue();
    });
    await page.keyboard.type('mine');
    await page.getByRole('option', { name: 'Add label “mine”' }).click();
    await expect
      .poll(async () => (await tandem.tasks.get(1)).labels.map(({ name }) => name).sort())
      .toEqual(['mine', 'outside', 'theirs']);
    await expect(labels).toContainText('theirs');
  });

  test('labels that others add meanwhile are kept', async ({ page, tandem }) => {
    for (const name of ['one', 'two', 'three']) await tandem.labels.create({ name });
    await tandem.tasks.create({ title: 'Count', labels: ['one'] });
    await page.goto('tasks/1');
    await page.getByRole('combobox', { name: 'Labels' }).click();
    await page.getByRole('option', { name: 'two' }).waitFor();
    await freezeTask(page);
    await tandem.tasks.update(1, { labels: ['one', 'three'] });
    await page.getByRole('option', { name: 'two' }).click();
    await expect
      .poll(async () => (await tandem.tasks.get(1)).labels.map(({ name }) => name).sort())
      .toEqual(['one', 'three', 'two']);
  });
});

test.describe('the description', () => {
  test('a description is written with a preview, survives a reload, and is saved with Ctrl+Enter', async ({
    page,
    tandem,
  }) => {
    await tandem.tasks.create({ title: 'Count', description: 'All of them' });
    await page.goto('tasks/1');
    await page.getByText('All of them').waitFor();
    await page.keyboard.press('e');
    const field = page.getByRole('textbox', { name: 'Description' });
    await expect(field).toBeFocused();
    await field.fill('All of **them** <script>alert(1)</script> [x](javascript:alert(1))');
    const description = region(page, 'Description');
    await description.getByRole('tab', { name: 'Preview' }).click();
    await expect(description.getByRole('tabpanel').locator('strong')).toHaveText('them');
    await expect(description.getByRole('tabpanel').locator('script, [href^=javascript]')).toHaveCount(0);
    await page.reload();
    await expect(field).toHaveValue(/^All of \*\*them/);
    await field.fill('Every **gull**');
    await field.press('Control+Enter');
    await expect(description.locator('strong')).toHaveText('gull');
    await expect.poll(async () => (await tandem.tasks.get(1)).description).toBe('Every **gull**');
    await page.reload();
    await expect(description.locator('strong')).toHaveText('gull');
    await description.locator('strong').click();
    await expect(field).toBeFocused();
  });

  test("a description does not overwrite someone else's version, which is shown beside the draft", async ({
    page,
    tandem,
    baseURL,
  }) => {
    await tandem.tasks.create({ title: 'Count', description: 'All of them' });
    const bo = await newPerson(tandem, baseURL, 'bo');
    await page.goto('tasks/1');
    await page.getByRole('button', { name: 'Edit description' }).click();
    const field = page.getByRole('textbox', { name: 'Description' });
    await field.fill('All but two');
    await bo.tasks.update(1, { description: 'All of them, twice' });
    await page.getByRole('button', { name: 'Save' }).click();
    const conflict = page.getByRole('alert');
    await expect(conflict).toContainText('Someone else changed this while you were editing');
    await expect(conflict).toContainText('All of them, twice');
    await expect(field).toHaveValue('All but two');
    await expect.poll(async () => (await tandem.tasks.get(1)).description).toBe('All of them, twice');
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await expect(field).toBeHidden();
    await expect.poll(async () => (await tandem.tasks.get(1)).description).toBe('All but two');
  });

  test('a description is saved although other fields of the task have changed meanwhile', async ({
    page,
    tandem,
  }) => {
    await tandem.tasks.create({ title: 'Count', description: 'All of them' });
    await page.goto('tasks/1');
    await page.getByRole('button', { name: 'Edit description' }).click();
    await freezeTask(page);
    await tandem.tasks.update(1, { priority: 'p0' });
    await page.getByRole('textbox', { name: 'Description' }).fill('All but two');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('textbox', { name: 'Description' })).toBeHidden();
    await expect
      .poll(() => tandem.tasks.get(1))
      .toMatchObject({ description: 'All but two', priority: 'p0' });
  });
});

test('criteria are added, changed and removed without losing those of others', async ({ page, tandem }) => {
  await tandem.tasks.create({ title: 'Repair the lamp', criteria: [{ text: 'It turns' }] });
  await page.goto('tasks/1');
  const section = region(page, 'Acceptance criteria');
  await section.getByText('It turns').waitFor();
  await freezeTask(page);
  const { criteria } = await tandem.tasks.get(1);
  await tandem.tasks.update(1, {
    criteria: [...criteria.map(({ id, text }) => ({ id, text })), { text: 'It shines' }],
  });
  await section.getByLabel('New criterion').fill('It is quiet');
  await page.keyboard.press('Enter');
  await expect(section.getByRole('listitem')).toHaveCount(3);
  await section.getByRole('button', { name: 'Edit criterion' }).first().click();
  await section.getByLabel('criterion', { exact: true }).fill('It turns once a minute');
  await page.keyboard.press('Enter');
  await expect(section.getByText('It turns once a minute')).toBeVisible();
  await section.getByRole('button', { name: 'Remove “It shines”' }).click();
  await expect(section.getByRole('listitem')).toHaveCount(2);
  const now = await tandem.tasks.get(1);
  expect(now.criteria.map(({ text }) => text)).toEqual(['It turns once a minute', 'It is quiet']);
});

test('drafts of in-place edits survive a reload without taking the focus', async ({ page, tandem }) => {
  await tandem.tasks.create({ title: 'Count', criteria: [{ text: 'It turns' }] });
  await tandem.tasks.comment(1, { body: 'I saw three' });
  await page.goto('tasks/1');
  const fields = [
    ['Edit title', 'title', 'Count the ships'],
    ['Edit criterion', 'criterion', 'It turns twice'],
    ['Edit comment', 'Comment by Ada Winter', 'I saw four'],
  ] as const;
  for (const [button, field, text] of fields) {
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('textbox', { name: field, exact: true }).fill(text);
  }
  await page.reload();
  for (const [, field, text] of fields)
    await expect(page.getByRole('textbox', { name: field, exact: true })).toHaveValue(text);
  await page.getByRole('textbox', { name: 'title', exact: true }).press('Escape');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Edit title' })).toBeVisible();
});

test('a criterion removed by someone else keeps the draft of its edit', async ({ page, tandem }) => {
  await tandem.tasks.create({ title: 'Count', criteria: [{ text: 'It turns' }] });
  await page.goto('tasks/1');
  await page.getByRole('button', { name: 'Edit criterion' }).click();
  await page.getByLabel('criterion', { exact: true }).fill('It turns twice');
  await tandem.tasks.update(1, { criteria: [] });
  await expect(page.getByLabel('New criterion')).toHaveValue('It turns twice');
  await expect(page.getByText('Someone removed the criterion')).toBeVisible();
});

test('a task deleted by someone else keeps the drafts on its page', async ({ page, tandem }) => {
  await tandem.tasks.create({ title: 'Count' });
  await page.goto('tasks/1');
  await page.getByLabel('New comment').fill('I saw three');
  await tandem.tasks.archive(1);
  await tandem.tasks.delete(1);
  await expect(page.getByText('Task 1 not found')).toBeVisible();
  await expect(page.getByText('I saw three')).toBeVisible();
});

test('a change repeated after a lost response is made once', async ({ page, tandem }) => {
  await tandem.tasks.create({ title: 'Count' });
  await page.goto('tasks/1');
  await page.route('**/comments', async (route) => {
    if (route.request().method() === 'POST') await route.fetch();
    await route.abort();
  });
  await page.getByLabel('New comment').fill('I saw three');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(page.getByText('The server can’t be reached.')).toBeVisible();
  await page.unroute('**/comments');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(page.getByLabel('New comment')).toHaveValue('');
  expect((await tandem.tasks.comments(1)).data).toHaveLength(1);
});

test('comments are written, seen by others at once, edited and deleted', async ({
  page,
  tandem,
  baseURL,
}) => {
  await tandem.tasks.create({ title: 'Count' });
  const bo = await newPerson(tandem, baseURL, 'bo');
  await bo.tasks.comment(1, { body: 'I saw **three**' });
  await page.goto('tasks/1');
  const theirs = page.getByRole('article', { name: 'Comment by bo' });
  await expect(theirs.locator('strong').last()).toHaveText('three');
  await expect(theirs.getByRole('button', { name: 'Edit comment' })).toHaveCount(0);
  await page.getByLabel('New comment').fill('And a fourth');
  await page.reload();
  await expect(page.getByLabel('New comment')).toHaveValue('And a fourth');
  await page.getByLabel('New comment').press('Control+Enter');
  const mine = page.getByRole('article', { name: 'Comment by Ada Winter' });
  await expect(mine).toContainText('And a fourth');
  await expect(page.getByLabel('New comment')).toHaveValue('');
  await mine.getByRole('button', { name: 'Edit comment' }).click();
  await mine.getByRole('textbox').fill('And a fifth');
  await mine.getByRole('button', { name: 'Save' }).click();
  await expect(mine).toContainText('And a fifth');
  await bo.tasks.comment(1, { body: 'A sixth' });
  await expect(page.getByText('A sixth')).toBeVisible();
  await mine.getByRole('button', { name: 'Delete comment' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(mine).toHaveCount(0);
  await expect.poll(async () => (await tandem.tasks.comments(1)).data).toHaveLength(2);
});

test('files are added by button, drop and paste; a refused one is reported; one is removed', async ({
  page,
  tandem,
}) => {
  await tandem.tasks.create({ title: 'Count' });
  await page.goto('tasks/1');
  const files = region(page, 'Files');
  await files.getByLabel('Add files').setInputFiles([
    { name: '<b>gulls.txt', mimeType: 'text/plain', buffer: Buffer.from('three') },
    { name: 'gull.png', mimeType: 'image/png', buffer: PIXEL },
  ]);
  await expect(files.getByRole('link')).toHaveText(['<b>gulls.txt5 bytes', 'gull.png70 bytes']);
  await give(files, 'drop', 'dropped.txt');
  await expect(files.getByRole('link', { name: 'dropped.txt' })).toBeVisible();
  await give(page.locator('body'), 'paste', 'pasted.txt');
  await expect(files.getByRole('link', { name: 'pasted.txt' })).toBeVisible();
  await files.getByRole('button', { name: 'Remove pasted.txt' }).click();
  await expect(files.getByRole('link', { name: 'pasted.txt' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(files.getByRole('link', { name: 'pasted.txt' })).toBeVisible();
  await give(files, 'drop', 'huge.txt', 26 * 2 ** 20);
  await expect(
    page.getByText('Couldn’t add huge.txt. A file may have at most 26214400 bytes.'),
  ).toBeVisible();
  await expect.poll(async () => (await tandem.tasks.attachments(1)).data).toHaveLength(4);
});

test('relations are found by words and by number, added and removed', async ({ page, tandem }) => {
  for (const title of ['Count the gulls', 'Buy a telescope', 'Watch the terns'])
    await tandem.tasks.create({ title });
  await page.goto('tasks/1');
  const relations = region(page, 'Relations');
  await choose(page, 'Find a task', 'telesc', '#2 Buy a telescope');
  await expect(relations.getByRole('link', { name: '#2 Buy a telescope' })).toBeVisible();
  await selectOption(relations.getByLabel('Relation type'), 'Related');
  await choose(page, 'Find a task', '3', '#3 Watch the terns');
  await expect(relations.getByRole('link', { name: '#3 Watch the terns' })).toBeVisible();
  await choose(page, 'Find a task', '3', '#3 Watch the terns');
  await expect(page.getByRole('status').getByText(/already/)).toBeVisible();
  await relations.getByRole('button', { name: 'Remove relation to #2' }).click();
  await expect(relations.getByRole('link')).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(relations.getByRole('link', { name: '#2 Buy a telescope' })).toBeVisible();
});

test('comments, results and changes are in one order, filtered, and read page by page', {
  tag: '@main',
}, async ({ page, tandem }) => {
  await tandem.tasks.create({ title: 'Count' });
  await tandem.tasks.comment(1, { body: 'Comment 0' });
  await tandem.results.post(1, { outcome: 'partial', summary: 'Half of them', to: 'none' });
  await tandem.tasks.transition(1, { to: 'in_progress' });
  await tandem.results.post(1, { outcome: 'succeeded', summary: 'All of them', to: 'none' });
  await page.goto('tasks/1');
  const activity = region(page, 'Activity');
  const items = activity.getByRole('list').first().locator(':scope > li');
  await expect(items).toContainText([
    'created this',
    'Comment 0',
    'Half of them',
    'moved this To do → In progress',
    'submitted the result above',
  ]);
  await expect(region(page, 'Latest result')).toContainText('All of them');
  const bulk = Array.from({ length: 120 }, (_, i) => ({
    op: 'comment' as const,
    task: 1,
    body: `Comment ${i + 1}`,
  }));
  await tandem.tasks.bulk({ operations: bulk });
  await page.reload();
  await expect(items.last()).toContainText('Comment 120');
  // The log entry of comment 21 is the oldest one read; the comment itself can be a millisecond older.
  await expect(items.first()).toContainText(/Comment 2[12]$/);
  await activity.getByRole('button', { name: 'Show earlier' }).click();
  await expect(items.first()).toContainText('created this');
  await expect(items).toHaveCount(125);
  await selectOption(activity.getByLabel('Show'), 'History');
  await expect(items).toHaveCount(4);
  await selectOption(activity.getByLabel('Show'), 'Comments');
  await expect(items).toHaveCount(121);
});

test('the link of a task is copied, with a hint when the clipboard is not available', async ({
  page,
  tandem,
  context,
}) => {
  await tandem.tasks.create({ title: 'Count' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('tasks/1');
  const copy = async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Copy link' }).click();
  };
  await copy();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/tasks\/1$/);
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await copy();
  await expect(page.getByText('Copy the link from the address bar.')).toBeVisible();
});

test('a task is archived and unarchived, and deleted after confirmation', async ({ page, tandem }) => {
  await tandem.tasks.create({ title: 'Count' });
  await page.goto('tasks/1');
  const menu = page.getByRole('button', { name: 'More actions' });
  await menu.click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveAttribute('title', 'Archive it first');
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(page.getByText('This task is archived')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('This task is archived')).toBeHidden();
  await tandem.tasks.archive(1);
  await expect(page.getByText('This task is archived')).toBeVisible();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/tasks$/);
  await page.goto('tasks/1');
  await expect(page.getByRole('heading', { name: 'Task 1 not found' })).toBeVisible();
});

test('a task that loads slowly shows that it is loading', async ({ page, tandem }) => {
  await tandem.tasks.create({ title: 'Count' });
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/v1/tasks/1', (route) => answered.then(() => route.continue()));
  await page.goto('tasks/1');
  await expect(page.getByText('Loading task 1…')).toBeVisible();
  answer();
  await expect(page.getByRole('heading', { name: '#1 Count' })).toBeVisible();
});

test('the address of a missing task says so', async ({ page }) => {
  await page.goto('tasks/99');
  await expect(page.getByRole('heading', { name: 'Task 99 not found' })).toBeVisible();
  await page.goto('tasks/gulls');
  await expect(page.getByRole('heading', { name: '“gulls” isn’t a task number' })).toBeVisible();
});

test('a read-only session is offered no changes to a task', async ({ page, tandem }) => {
  await tandem.tasks.create({ title: 'Count', description: 'All', criteria: [{ text: 'Done' }] });
  await signInWith(page, tandem, 'tasks:read');
  await page.goto('tasks/1');
  await expect(page.getByText('You can view this task but not change it.')).toBeVisible();
  await expect(page.getByRole('button', { name: /Edit|Add|Remove|Comment/ })).toHaveCount(0);
});

test('a task page needs no horizontal scrolling on a phone, and axe finds nothing', async ({
  page,
  tandem,
  baseURL,
}) => {
  const task = await tandem.tasks.create({
    title: `Repair the lamp ${'x'.repeat(80)}`,
    description: '| a | b |\n| --- | --- |\n| 1 | 2 |',
    criteria: [{ text: 'It turns' }],
  });
  const { client } = await newWorker(tandem, baseURL, 'mira');
  const { lease } = await client.claims.claim(1);
  await client.results.post(1, {
    token: lease.token,
    outcome: 'succeeded',
    summary: 'It turns.',
    evidence: [{ criterionId: task.criteria[0]?.id, command: 'turn', output: 'x'.repeat(500), exitCode: 1 }],
  });
  await tandem.tasks.comment(1, { body: 'Well done' });
  await page.goto('tasks/1');
  await expect(page.getByText('Well done')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
});

/** Opens the picker behind a button, types some letters, and selects a result. */
async function choose(page: Page, label: string, letters: string, found: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByPlaceholder('Find…').fill(letters);
  await page.getByRole('option', { name: found }).click();
}

/** Drops or pastes a file on part of the page. */
const give = (place: Locator, way: 'drop' | 'paste', name: string, size = 4) =>
  place.evaluate(
    (element, given) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(given.size)], given.name, { type: 'text/plain' }));
      const init = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        given.way === 'drop'
          ? new DragEvent('drop', { ...init, dataTransfer: data })
          : new ClipboardEvent('paste', { ...init, clipboardData: data }),
      );
    },
    { way, name, size },
  );

/**
 * The page must hold the task's current state before it edits: other clients' changes may arrive before their
 * events.
 */
async function freezeTask(page: Page): Promise<void> {
  const seen = await page.request.get('/api/v1/tasks/1');
  const answer = { body: await seen.body(), headers: seen.headers() };
  let changed = false;
  await page.route('**/api/v1/tasks/1', (route) => {
    changed ||= route.request().method() !== 'GET';
    return changed ? route.fallback() : route.fulfill(answer);
  });
}

test('a double click sends a comment once', async ({ page, tandem }) => {
  const { taskNumber } = await tandem.tasks.create({ title: 'Paint the railing' });
  await page.goto(`tasks/${taskNumber}`);
  await page.getByRole('textbox', { name: 'New comment' }).fill('Green');
  await page.getByRole('button', { name: 'Comment', exact: true }).dblclick();
  await expect(page.getByRole('textbox', { name: 'New comment' })).toHaveValue('');
  await expect(page.getByRole('listitem').filter({ hasText: 'Green' })).toHaveCount(1);
  expect((await tandem.tasks.comments(taskNumber)).data).toHaveLength(1);
});

test('a new comment is visible although there are more comments than one page', async ({ page, tandem }) => {
  const { taskNumber } = await tandem.tasks.create({ title: 'Paint the railing' });
  await Promise.all(
    Array.from({ length: 101 }, (_, i) => tandem.tasks.comment(taskNumber, { body: `Word ${i}` })),
  );
  await page.goto(`tasks/${taskNumber}`);
  await page.getByRole('textbox', { name: 'New comment' }).fill('The last word');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(page.getByText('The last word')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'The last word' })).toHaveCount(1);
});

test('the menu offers either to follow or to unfollow', async ({ page, tandem }) => {
  await tandem.tasks.create({ title: 'Paint the railing' });
  await page.goto('tasks/1');
  const open = () => page.getByRole('button', { name: 'More actions' }).click();
  await open();
  await expect(page.getByRole('menuitem', { name: /ollow/ })).toHaveText('Unfollow');
  await page.getByRole('menuitem', { name: 'Unfollow' }).click();
  await expect(page.getByText('No longer following')).toBeVisible();
  expect(await tandem.tasks.subscription(1)).toEqual({ subscribed: false });
  await open();
  await expect(page.getByRole('menuitem', { name: /ollow/ })).toHaveText('Follow');
});
