import type { Page } from '@playwright/test';
import { createClient, type Tandem, type TasksCreateBody } from '@tandem/client';
import { expectAccessibleInBothThemes } from './axe.ts';
import { selectOption } from './select-option.ts';
import { expect, signInWith, test } from './test.ts';

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const card = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('link', { name: title, exact: true }) });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const toasts = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

/** Created concurrently, so their numbers are in random order; give them titles. */
const make = (tandem: Tandem, ...tasks: TasksCreateBody[]) =>
  Promise.all(tasks.map((task) => tandem.tasks.create(task)));

test('a card shows its task, assignee, blockers and claim', async ({ page, tandem, baseURL }) => {
  await tandem.labels.create({ name: 'bug', color: 'red' });
  const nova = await tandem.agents.create({ name: 'nova', displayName: 'Nova', emoji: '✨', model: 'any' });
  const first = await tandem.tasks.create({ title: 'Mend the lamp', priority: 'p0', labels: ['bug'] });
  const later = await tandem.tasks.create({ title: 'Light it', assignedTo: 'ada' });
  await tandem.tasks.relate(later.taskNumber, { type: 'blocked_by', taskNumber: first.taskNumber });
  const key = await tandem.keys.create({ name: 'runs', kind: 'runtime', scopes: ['tasks:write'] });
  const runtime = createClient({ url: baseURL, key: key.secret });
  await runtime.claims.claim(first.taskNumber, { agentId: nova.id });

  await page.goto('tasks');
  const held = card(page, 'Mend the lamp');
  await expect(held).toContainText(`#${first.taskNumber}`);
  await expect(held).toContainText('Urgent');
  await expect(held).toContainText('bug');
  await expect(held).toContainText('Nova');
  await expect(held).toContainText('Working on it · active now');
  await expect(column(page, 'In progress')).toContainText('Mend the lamp');
  await expect(card(page, 'Light it')).toContainText('Blocked');
  await expect(card(page, 'Light it')).toContainText('Ada Winter');

  // Moving the task away from its run shows a notice and can't be undone.
  await page.getByRole('button', { name: 'Move task 1' }).click();
  await page.getByRole('menuitem', { name: 'To do' }).click();
  await expect(toasts(page, 'Its run has ended.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
});

test("a card shows that an agent's task in progress has no active run", async ({ page, tandem }) => {
  await tandem.agents.create({ name: 'nova', displayName: 'Nova', emoji: '✨', model: 'any' });
  await tandem.tasks.create({ title: 'Forgotten', assignedTo: 'nova', status: 'in_progress' });
  await page.goto('tasks');
  await expect(card(page, 'Forgotten')).toContainText('No active run');
});

test('a card shows until when its task rests', async ({ page, tandem, baseURL }) => {
  const nova = await tandem.agents.create({ name: 'nova', displayName: 'Nova', emoji: '✨', model: 'any' });
  const { taskNumber } = await tandem.tasks.create({ title: 'Mend the lamp' });
  const key = await tandem.keys.create({ name: 'runs', kind: 'runtime', scopes: ['tasks:write'] });
  const runtime = createClient({ url: baseURL, key: key.secret });
  const { lease } = await runtime.claims.claim(taskNumber, { agentId: nova.id });
  const notBefore = Date.now() + 3_600_000;
  await runtime.claims.release(taskNumber, { token: lease.token, note: 'The shop is shut', notBefore });
  await page.goto('tasks');
  await expect(card(page, 'Mend the lamp')).toContainText(/Deferred until .*\d\d:\d\d/);
  await link(page, 'Mend the lamp').click();
  await expect(page.getByText('The shop is shut')).toBeVisible();
});

test('filters are chips, take several values, stay in the address, and can be cleared', {
  tag: '@main',
}, async ({ page, tandem }) => {
  const project = await tandem.projects.create({ title: 'Harbour' });
  await tandem.members.create({ name: 'bob', displayName: 'Bob Hill' });
  await make(
    tandem,
    { title: 'In the harbour', projectId: project.id, assignedTo: 'ada', priority: 'p0' },
    { title: 'At the pier', projectId: project.id, priority: 'p1' },
    { title: 'Elsewhere' },
  );
  await page.goto('tasks');
  await expect(link(page, 'Elsewhere')).toBeVisible();
  const filters = page.getByRole('search', { name: 'Filters' });

  // By keyboard alone.
  await filters.getByRole('button', { name: 'Filter', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Status' })).toBeFocused();
  await page.keyboard.press('p');
  await page.keyboard.press('Enter');
  await expect(page.getByPlaceholder('Find…')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(link(page, 'At the pier')).toBeHidden();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(link(page, 'At the pier')).toBeVisible();
  await expect(link(page, 'Elsewhere')).toBeHidden();
  await expect(filters.getByRole('combobox', { name: 'Priority' })).toHaveText('Priority Urgent, High');
  await filters.getByRole('button', { name: 'Remove filter Priority' }).click();

  await filters.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Project' }).click();
  await page.getByRole('option', { name: 'Harbour' }).click();
  await expect(link(page, 'Elsewhere')).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`project=${project.id}`));
  await page.reload();
  await expect(link(page, 'In the harbour')).toBeVisible();
  await expect(filters.getByRole('combobox', { name: 'Project' })).toHaveText('Project Harbour');
  await filters.getByRole('searchbox', { name: 'Search tasks' }).fill('pier');
  await expect(link(page, 'In the harbour')).toBeHidden();
  await expect(link(page, 'At the pier')).toBeVisible();
  await filters.getByRole('searchbox', { name: 'Search tasks' }).fill('lighthouse');
  await expect(page.getByRole('heading', { name: 'No matching tasks' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(link(page, 'Elsewhere')).toBeVisible();
  await filters.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Creator' }).click();
  await page.getByRole('option', { name: 'Bob Hill' }).click();
  await expect(page.getByRole('heading', { name: 'No matching tasks' })).toBeVisible();
  await page.getByRole('option', { name: 'Me', exact: true }).click();
  await expect(link(page, 'Elsewhere')).toBeVisible();
  await expect(page).toHaveURL(/createdBy=me/);
});

test('tasks are put in a manual order by dragging and by keys, which others see, and can be undone', {
  tag: '@main',
}, async ({ page, tandem }) => {
  for (const title of ['One', 'Two', 'Three']) await tandem.tasks.create({ title });
  await page.goto('tasks?sort=rank');
  const todo = column(page, 'To do');
  const inOrder = (...titles: string[]) => expect(todo.getByRole('heading', { level: 3 })).toHaveText(titles);
  const stored = (...titles: string[]) =>
    expect
      .poll(async () => (await tandem.tasks.list({ sort: 'rank' })).data.map(({ title }) => title))
      .toEqual(titles);
  await inOrder('Three', 'Two', 'One');
  await card(page, 'One').dragTo(card(page, 'Three'), { targetPosition: { x: 20, y: 4 } });
  await inOrder('One', 'Three', 'Two');
  await expect(toasts(page, 'Moved #1')).toBeVisible();
  await link(page, 'Two').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await inOrder('One', 'Two', 'Three');
  await stored('One', 'Two', 'Three');
  await expect(toasts(page, 'Moved #2')).toBeVisible();
  await page.keyboard.press('Control+z');
  await inOrder('One', 'Three', 'Two');
  // The page shows the order before the server has it, and the next change must be the later one.
  await stored('One', 'Three', 'Two');
  await tandem.tasks.update(3, { after: 2 });
  await inOrder('One', 'Two', 'Three');

  // Into the middle of another column.
  await tandem.tasks.create({ title: 'Begun', status: 'in_progress' });
  await expect(card(page, 'Begun')).toBeVisible();
  await card(page, 'Two').dragTo(card(page, 'Begun'), { targetPosition: { x: 20, y: 4 } });
  await expect(column(page, 'In progress').getByRole('heading', { level: 3 })).toHaveText(['Two', 'Begun']);
  await page.reload();
  await expect(column(page, 'In progress').getByRole('heading', { level: 3 })).toHaveText(['Two', 'Begun']);
  await inOrder('One', 'Three');

  await page.goto('tasks?view=list&sort=rank');
  const rows = page.locator('[data-task] [data-opens]');
  await expect(rows).toHaveText(['Two', 'Begun', 'One', 'Three']);
  await link(page, 'Three').dragTo(link(page, 'One'), { targetPosition: { x: 4, y: 1 } });
  await expect(rows).toHaveText(['Two', 'Begun', 'Three', 'One']);
  await expect
    .poll(async () =>
      (await tandem.tasks.list({ sort: 'rank', status: ['todo'] })).data.map(({ title }) => title),
    )
    .toEqual(['Three', 'One']);
});

test('a column with more tasks than are loaded shows their number', async ({ page, tandem }) => {
  await tandem.tasks.create({ title: 'Plan', status: 'in_progress' });
  await tandem.tasks.split(1, { tasks: Array.from({ length: 100 }, (_, i) => ({ title: `Part ${i}` })) });
  await tandem.tasks.create({ title: 'One more' });
  await page.goto('tasks');
  await expect(column(page, 'To do').getByRole('heading', { level: 2 })).toHaveText('To do101');
  await tandem.tasks.create({ title: 'Another' });
  await expect(column(page, 'To do').getByRole('heading', { level: 2 })).toHaveText('To do102');
});

test('a card can be dragged to valid columns, and other columns say why not', { tag: '@main' }, async ({
  page,
  tandem,
}) => {
  await tandem.tasks.create({ title: 'Drag me' });
  await page.goto('tasks');
  await card(page, 'Drag me').dragTo(column(page, 'In progress'));
  await expect(column(page, 'In progress').getByRole('link', { name: 'Drag me' })).toBeVisible();
  await expect(toasts(page, 'Moved #1 to In progress')).toBeVisible();

  await tandem.tasks.transition(1, { to: 'backlog' });
  await expect(column(page, 'Backlog').getByRole('link', { name: 'Drag me' })).toBeVisible();
  await card(page, 'Drag me').hover();
  await page.mouse.down();
  await column(page, 'Waiting').hover();
  await column(page, 'Waiting').hover({ position: { x: 60, y: 200 } });
  await expect(column(page, 'Waiting')).toContainText('A task can’t move from Backlog to Waiting.');
  await page.mouse.up();
  await expect(column(page, 'Backlog').getByRole('link', { name: 'Drag me' })).toBeVisible();
});

test('S moves the focused task, and the move can be undone', async ({ page, tandem }) => {
  await tandem.tasks.create({ title: 'Move me' });
  await page.goto('tasks');
  await link(page, 'Move me').focus();
  await page.keyboard.press('s');
  await expect(page.getByRole('menu', { name: 'Move to…' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Done' })).toBeDisabled();
  await page.keyboard.press('i');
  await page.keyboard.press('Enter');
  await expect(column(page, 'In progress').getByRole('link', { name: 'Move me' })).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(column(page, 'To do').getByRole('link', { name: 'Move me' })).toBeVisible();
  await expect.poll(async () => (await tandem.tasks.get(1)).status).toBe('todo');

  // Control+Z before the server has answered.
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/v1/tasks/bulk', async (route) => {
    await answered;
    await route.continue();
  });
  await link(page, 'Move me').focus();
  await page.keyboard.press('s');
  await page.getByRole('menuitem', { name: 'In progress' }).click();
  await expect(column(page, 'In progress').getByRole('link', { name: 'Move me' })).toBeFocused();
  await page.keyboard.press('Control+z');
  answer();
  await expect(column(page, 'To do').getByRole('link', { name: 'Move me' })).toBeVisible();
  await expect.poll(async () => (await tandem.tasks.get(1)).status).toBe('todo');
});

test('J, K and the arrow keys select cards, and Enter opens one', async ({ page, tandem }) => {
  await tandem.tasks.create({ title: 'Older' });
  await tandem.tasks.create({ title: 'Newer' });
  await tandem.tasks.create({ title: 'Under way', status: 'in_progress' });
  await page.goto('tasks');
  await expect(link(page, 'Older')).toBeVisible();
  await page.keyboard.press('j');
  await expect(link(page, 'Newer')).toBeFocused();
  await page.keyboard.press('j');
  await expect(link(page, 'Older')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await expect(link(page, 'Under way')).toBeFocused();
  await page.keyboard.press('k');
  await expect(link(page, 'Older')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/tasks\/1$/);
});

test('a move refused by the server is reverted with the reason', async ({ page, tandem }) => {
  await tandem.workspace.update({ proofOfDone: 'everyone' });
  await tandem.tasks.create({ title: 'Unproven', status: 'in_progress', criteria: [{ text: 'It shines' }] });
  await page.goto('tasks');
  await page.getByRole('button', { name: 'Move task 1' }).click();
  await page.getByRole('menuitem', { name: 'Done' }).click();
  await expect(toasts(page, 'Couldn’t change #1.')).toBeVisible();
  await expect(column(page, 'In progress').getByRole('link', { name: 'Unproven' })).toBeVisible();
});

test('C creates a task; a refusal and a reload keep the draft', { tag: '@main' }, async ({
  page,
  tandem,
}) => {
  await tandem.labels.create({ name: 'bug' });
  await page.goto('tasks');
  await expect(page.getByRole('heading', { name: 'No tasks yet' })).toBeVisible();
  await page.keyboard.press('c');
  const form = page.getByRole('dialog', { name: 'New task' });
  await form.getByLabel('Description').fill('It is **dark**.');
  await form.getByLabel('Acceptance criteria').fill('It shines\nIt turns');
  await page.keyboard.press('Control+Enter');
  await expect(form.getByRole('alert')).not.toBeEmpty();
  await form.getByRole('tab', { name: 'Preview' }).click();
  await expect(form.locator('strong')).toHaveText('dark');

  await page.reload();
  await expect(page.getByRole('heading', { name: 'No tasks yet' })).toBeVisible();
  await page.keyboard.press('c');
  await expect(form.getByLabel('Description')).toHaveValue('It is **dark**.');
  await form.getByLabel('Title').fill('Mend the lamp');
  await selectOption(form.getByLabel('Priority'), 'Urgent');
  await selectOption(form.getByLabel('Effort'), 'S');
  await form.getByLabel('Due date').fill('2030-05-01');
  const assignee = form.getByRole('combobox', { name: 'Assignee' });
  await assignee.click();
  await page.keyboard.type('nobody');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(assignee).toHaveValue('nobody');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('ada');
  await page.keyboard.press('Enter');
  await expect(assignee).toHaveValue('Ada Winter');
  await form.getByRole('combobox', { name: 'Labels' }).click();
  await page.getByRole('option', { name: 'bug' }).click();
  await form.getByLabel('Title').press('Control+Enter');
  await expect(column(page, 'To do').getByRole('link', { name: 'Mend the lamp' })).toBeFocused();
  const made = await tandem.tasks.get(1);
  expect(made).toMatchObject({ priority: 'p0', assignedTo: 'ada', description: 'It is **dark**.' });
  expect(made).toMatchObject({ effort: 's', dueDate: '2030-05-01T00:00:00.000Z' });
  expect(made.labels.map(({ name }) => name)).toEqual(['bug']);
  expect(made.criteria.map(({ text }) => text)).toEqual(['It shines', 'It turns']);
  await page.keyboard.press('c');
  await expect(form.getByLabel('Title')).toHaveValue('');
});

test('many tasks are changed at once; refused ones are listed by number and stay selected', async ({
  page,
  tandem,
}) => {
  await make(
    tandem,
    { title: 'One', status: 'in_progress' },
    { title: 'Two', status: 'in_progress' },
    { title: 'Three', status: 'in_progress' },
  );
  const blocked = await tandem.tasks.create({ title: 'Four', status: 'backlog' });
  await page.goto('tasks?view=list&group=none');
  await link(page, 'Four').focus();
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+X');
  const bar = page.getByRole('region', { name: 'Selected tasks' });
  await expect(bar).toContainText('4 selected');
  await bar.getByRole('button', { name: 'Move to…' }).click();
  await page.getByRole('menuitem', { name: 'Done' }).click();
  await expect(toasts(page, 'Couldn’t change 1 of 4 tasks')).toContainText(`#${blocked.taskNumber}:`);
  await expect(toasts(page, 'Moved 3 tasks to Done')).toBeVisible();
  await expect(bar).toContainText('1 selected');

  await bar.getByRole('button', { name: 'Priority…' }).click();
  await page.getByRole('menuitem', { name: 'Urgent' }).click();
  await expect.poll(async () => (await tandem.tasks.get(blocked.taskNumber)).priority).toBe('p0');
});

test('the reasons of many refusals are listed once, one line each, within the window', async ({
  page,
  tandem,
}) => {
  await make(tandem, ...Array.from({ length: 40 }, (_, i) => ({ title: `Task of the harbour ${i}` })));
  await page.goto('tasks');
  await page.route('**/tasks/bulk', (route) => {
    const operations: readonly unknown[] = route.request().postDataJSON().operations;
    const error = { code: 'VALIDATION_ERROR', message: 'Refused.' };
    return route.fulfill({ json: { results: operations.map((_, index) => ({ index, ok: false, error })) } });
  });
  await expect(link(page, 'Task of the harbour 39')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  for (let i = 0; i < 39; i++) await page.keyboard.press('j');
  await page.keyboard.press('Shift+X');
  const bar = page.getByRole('region', { name: 'Selected tasks' });
  await expect(bar).toContainText('40 selected');
  for (const _ of ['first', 'second']) {
    await bar.getByRole('button', { name: 'Move to…' }).click();
    await page.getByRole('menuitem', { name: 'Backlog' }).click();
    await expect(bar).toContainText('40 selected');
  }
  const message = page.getByText('#40: ');
  await expect(message).toHaveCount(1);
  expect((await message.boundingBox())?.height).toBeLessThan(330);
});

test('many tasks are assigned, labeled and archived, and the change is undone', async ({ page, tandem }) => {
  await tandem.labels.create({ name: 'bug' });
  await make(tandem, { title: 'One' }, { title: 'Two' });
  await page.goto('tasks');
  const choose = async () => {
    await page.getByRole('checkbox', { name: 'Select task 1' }).check();
    await page.getByRole('checkbox', { name: 'Select task 2' }).check();
  };
  await choose();
  const bar = page.getByRole('region', { name: 'Selected tasks' });
  await bar.getByRole('combobox', { name: 'Assign…' }).click();
  await page.getByRole('option', { name: 'Ada Winter' }).click();
  await expect(card(page, 'One')).toContainText('Ada Winter');
  await expect(toasts(page, 'Assigned 2 tasks to Ada Winter')).toBeVisible();
  await expect(bar).toBeHidden();
  await choose();
  await bar.getByRole('combobox', { name: 'Label…' }).click();
  await page.getByRole('option', { name: 'bug' }).click();
  await expect(card(page, 'Two')).toContainText('bug');
  await expect(bar).toBeHidden();
  await choose();
  await bar.getByRole('button', { name: 'Archive' }).click();
  await expect(link(page, 'One')).toBeHidden();
  await toasts(page, 'Archived 2 tasks').getByRole('button', { name: 'Undo' }).last().click();
  await expect(link(page, 'One')).toBeVisible();
  await expect(link(page, 'Two')).toBeVisible();
});

test('changes by others appear', async ({ page, tandem }) => {
  await tandem.tasks.create({ title: 'Watched' });
  await page.goto('tasks');
  await expect(column(page, 'To do').getByRole('link', { name: 'Watched' })).toBeVisible();
  await tandem.tasks.transition(1, { to: 'in_progress' });
  await expect(column(page, 'In progress').getByRole('link', { name: 'Watched' })).toBeVisible();
  const blocker = await tandem.tasks.create({ title: 'In its way' });
  await expect(link(page, 'In its way')).toBeVisible();
  await tandem.tasks.relate(1, { type: 'blocked_by', taskNumber: blocker.taskNumber });
  await expect(card(page, 'Watched')).toContainText('Blocked');
  await tandem.tasks.transition(blocker.taskNumber, { to: 'canceled' });
  await expect(card(page, 'Watched')).not.toContainText('Blocked');
  await tandem.tasks.archive(1);
  await expect(link(page, 'Watched')).toBeHidden();
});

test('an event about one task reloads that task and no list', async ({ page, tandem }) => {
  await make(tandem, { title: 'Watched' }, { title: 'Another' });
  await page.goto('tasks');
  await expect(link(page, 'Watched')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Live' })).toBeVisible();
  const lists: string[] = [];
  page.on('request', (request) => request.url().includes('/api/v1/tasks?') && lists.push(request.url()));
  await tandem.tasks.update(1, { priority: 'p0' });
  await expect(page.getByRole('article').filter({ hasText: '#1' })).toContainText('Urgent');
  await tandem.tasks.transition(2, { to: 'in_progress' });
  await expect(column(page, 'In progress').getByRole('article')).toHaveCount(1);
  expect(lists).toEqual([]);
});

test('the board is grouped by project, assignee, priority or label, and dragging changes that field', async ({
  page,
  tandem,
}) => {
  const project = await tandem.projects.create({ title: 'Harbour' });
  await make(tandem, { title: 'Somewhere' }, { title: 'There', projectId: project.id });
  await page.goto('tasks');
  await selectOption(page.getByLabel('Group by'), 'Project');
  await expect(page).toHaveURL(/group=project/);
  await expect(column(page, 'Harbour')).toContainText('There');
  await card(page, 'Somewhere').dragTo(column(page, 'Harbour'));
  await expect(column(page, 'Harbour')).toContainText('Somewhere');
  await expect(column(page, 'No project')).toContainText('No tasks in No project');
  await selectOption(page.getByLabel('Group by'), 'Priority');
  await card(page, 'There').dragTo(column(page, 'Urgent'));
  await expect(column(page, 'Urgent')).toContainText('There');
  await expect(toasts(page, 'to Urgent')).toBeVisible();
});

test('the list is grouped into sections that collapse', async ({ page, tandem }) => {
  await make(tandem, { title: 'To be done' }, { title: 'Past', status: 'done' });
  await page.goto('tasks');
  await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'List' }).click();
  await expect(page).toHaveURL(/view=list/);
  await expect(link(page, 'To be done')).toBeVisible();
  await expect(link(page, 'Past')).toBeHidden();
  await page.getByRole('button', { name: /^Done/ }).click();
  await expect(link(page, 'Past')).toBeVisible();
  await page.getByRole('button', { name: /^To do/ }).click();
  await expect(link(page, 'To be done')).toBeHidden();
});

test('of many tasks only visible ones are rendered, and the last one can be reached', async ({
  page,
  tandem,
}) => {
  const titles = Array.from({ length: 250 }, (_, i) => ({ title: `Task of many ${i}` }));
  await tandem.tasks.create({ title: 'The first of all' });
  await make(tandem, ...titles);
  await page.goto('tasks');
  await expect(page.getByRole('article').first()).toBeVisible();
  const cardCount = async () => page.getByRole('article').count();
  expect(await cardCount()).toBeLessThan(40);
  const cards = column(page, 'To do').locator('[data-scroll-restoration-id]');
  const first = link(page, 'The first of all');
  await expect(async () => {
    await cards.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(first).toBeInViewport({ timeout: 200 });
  }).toPass();
  expect(await cardCount()).toBeLessThan(40);

  await first.press('Enter');
  await expect(page).toHaveURL(/\/tasks\/1$/);
  await page.goBack();
  await expect(first).toBeInViewport();
});

test('a read-only session is offered no changes to the list', async ({ page, tandem }) => {
  await tandem.tasks.create({ title: 'Look at me' });
  await signInWith(page, tandem, 'tasks:read');
  await page.goto('tasks');
  await expect(link(page, 'Look at me')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New task' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Move task 1' })).toHaveCount(0);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
});

test('a narrow screen shows everything without horizontal scrolling', async ({ page, tandem }) => {
  await make(tandem, { title: 'W'.repeat(200) }, { title: 'Small' });
  await page.setViewportSize({ width: 390, height: 800 });
  for (const view of ['tasks', 'tasks?view=list']) {
    await page.goto(view);
    await expect(link(page, 'Small')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  }
  await page.getByRole('button', { name: 'New task' }).click();
  await expect(page.getByRole('dialog', { name: 'New task' })).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Create task' })).toBeInViewport({ ratio: 1 });
});

test('axe finds nothing on a grouped board, the new-task form and the selection bar', async ({
  page,
  tandem,
}) => {
  await tandem.labels.create({ name: 'bug', color: 'yellow' });
  await make(
    tandem,
    { title: 'One', labels: ['bug'], priority: 'p0', assignedTo: 'ada' },
    { title: 'Two', status: 'waiting', priority: 'p3' },
  );
  await page.goto('tasks?group=label');
  await expect(link(page, 'One')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('checkbox', { name: 'Select task 1' }).check();
  await expect(page.getByRole('region', { name: 'Selected tasks' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'New task' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test('a label that is not loaded yet is added to a new task by its name', async ({ page, tandem }) => {
  await tandem.labels.create({ name: 'outside' });
  await page.goto('tasks');
  await page.getByRole('button', { name: 'New task' }).first().click();
  await page.getByLabel('Title').fill('Paint the railing');
  await page.getByRole('combobox', { name: 'Labels' }).fill('inside');
  await page.getByRole('option', { name: 'Add label “inside”' }).click();
  await page.getByLabel('Title').press('Enter');
  await expect.poll(async () => (await tandem.tasks.list()).data[0]?.labels[0]?.name).toBe('inside');
});

test('a board grouped by hundreds of labels renders the columns near the window, and scrolls to the last', async ({
  page,
  tandem,
}) => {
  await tandem.tasks.create({ title: 'Unlabeled' });
  await Promise.all(
    Array.from({ length: 300 }, async (_, i) => tandem.labels.create({ name: `label ${i}` })),
  );
  await page.goto('tasks?group=label');
  const board = page.locator('[data-scroll-restoration-id=board]');
  const columns = board.locator('section');
  const last = column(page, 'No label');
  await expect(columns.first()).toBeVisible();
  await expect(async () => {
    await board.evaluate((element) => element.scrollTo(element.scrollWidth, 0));
    await expect(last.getByRole('link', { name: 'Unlabeled' })).toBeInViewport({ timeout: 200 });
  }).toPass();
  expect(await columns.count()).toBeLessThan(40);
});

test('a label that is not among the loaded ones is added to selected tasks by its name', async ({
  page,
  tandem,
}) => {
  await tandem.labels.create({ name: 'outside' });
  await tandem.tasks.create({ title: 'Paint the railing' });
  await page.route(/\/api\/v1\/labels\?/, (route) =>
    route.fulfill({ json: { data: [], cursor: null, hasMore: false } }),
  );
  await page.goto('tasks');
  await page.getByRole('checkbox', { name: 'Select task 1' }).check();
  const bar = page.getByRole('region', { name: 'Selected tasks' });
  await bar.getByRole('combobox', { name: 'Label…' }).fill('Outside');
  await page.getByRole('option', { name: 'Add label “Outside”' }).click();
  await expect(card(page, 'Paint the railing')).toContainText('outside');
  await expect
    .poll(async () => (await tandem.tasks.get(1)).labels.map(({ name }) => name))
    .toEqual(['outside']);
});
