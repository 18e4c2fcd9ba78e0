import { expectAccessibleInBothThemes } from './axe.ts';
import { selectOption } from './select-option.ts';
import { newWorker } from './team.ts';
import { expect, signInWith, test } from './test.ts';

test('creating a project opens its page; a refused one keeps its draft', async ({ page }) => {
  await page.goto('projects');
  await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
  await page.getByRole('button', { name: 'New project' }).click();
  await page.getByLabel('Title').fill('x'.repeat(501));
  await page.getByRole('textbox', { name: 'Description' }).fill('So that nobody waits.');
  await page.getByRole('button', { name: 'Create project' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'title' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('So that nobody waits.');
  await page.getByLabel('Title').fill('A quay that is lit');
  await page.getByRole('button', { name: 'Create project' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'A quay that is lit' })).toBeVisible();
  await expect(page.getByText('So that nobody waits.')).toBeVisible();
  await expect(page).toHaveTitle('A quay that is lit · Tandem');
});

test('the draft of a new project survives a reload', async ({ page }) => {
  await page.goto('projects?new=true');
  await page.getByRole('textbox', { name: 'Description' }).fill('Lamps along the whole quay');
  await page.getByLabel('Title').fill('Lit quay');
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue('Lit quay');
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Lamps along the whole quay');
});

test('projects show their progress, and the status filter is in the address', async ({ page, tandem }) => {
  const { id: projectId } = await tandem.projects.create({ title: 'Lit quay', status: 'blocked' });
  await tandem.projects.create({ title: 'Ideas' });
  const { taskNumber } = await tandem.tasks.create({
    title: 'Order lamps',
    projectId,
    status: 'in_progress',
  });
  await tandem.tasks.transition(taskNumber, { to: 'done' });
  await tandem.tasks.create({ title: 'Hang lamps', projectId });
  await page.goto('projects');
  await expect(page.getByRole('progressbar', { name: '1 of 2 done' })).toBeVisible();
  await selectOption(page.getByLabel('Status'), 'Blocked');
  await expect(page.getByRole('link', { name: 'Ideas' })).toBeHidden();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Lit quay' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ideas' })).toBeHidden();
});

test('a project is edited in place with the keyboard, and changes by others appear', async ({
  page,
  tandem,
}) => {
  const { id } = await tandem.projects.create({ title: 'Lit quay' });
  const initiative = await tandem.initiatives.create({ name: 'Safe mornings' });
  await page.goto(`projects/${id}`);
  await page.getByRole('button', { name: 'Edit Title' }).press('Enter');
  await page.getByLabel('Title').fill('A quay that is lit');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'A quay that is lit' })).toBeVisible();
  await selectOption(page.getByLabel('Status'), 'In progress');
  await page.getByLabel('Target date').fill('2027-02-01');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Edit Initiative' }).click();
  await page.getByRole('combobox', { name: 'Initiative' }).fill('safe');
  await page.getByRole('option', { name: 'Safe mornings' }).click();
  await expect(page.getByRole('link', { name: 'Safe mornings' })).toBeVisible();
  await expect
    .poll(async () => tandem.projects.get(id))
    .toMatchObject({
      title: 'A quay that is lit',
      status: 'in_progress',
      targetDate: '2027-02-01T00:00:00.000Z',
      initiative: { id: initiative.id },
    });
  await tandem.projects.update(id, { title: 'A quay that shines' });
  await expect(page.getByRole('heading', { level: 1, name: 'A quay that shines' })).toBeVisible();
  const { taskNumber } = await tandem.tasks.create({ title: 'Order lamps', projectId: id });
  await expect(page.getByRole('link', { name: 'Order lamps' })).toBeVisible();
  await tandem.tasks.update(taskNumber, { projectId: null });
  await expect(page.getByRole('link', { name: 'Order lamps' })).toBeHidden();
  await expect(page.getByText('No tasks', { exact: true })).toBeVisible();
});

test('a title changed by someone else is not overwritten silently, and a failed reload keeps the page', async ({
  page,
  tandem,
}) => {
  const { id } = await tandem.projects.create({ title: 'Tower' });
  await page.goto(`projects/${id}`);
  await page.getByRole('button', { name: 'Edit title' }).click();
  await page.getByRole('textbox', { name: 'title' }).fill('Mine');
  await tandem.projects.update(id, { title: 'Theirs' });
  await expect(page).toHaveTitle(/Theirs/);
  await page.getByRole('textbox', { name: 'title' }).press('Enter');
  await expect(page.getByText('to “Theirs”')).toBeVisible();
  expect((await tandem.projects.get(id)).title).toBe('Theirs');
  const read = page.waitForResponse((answer) => answer.status() === 400);
  await page.route(`**/projects/${id}`, (route) => route.fulfill({ status: 400, json: {} }), { times: 1 });
  await tandem.projects.update(id, { description: 'Old' });
  await read;
  await page.getByRole('textbox', { name: 'title' }).press('Enter');
  await expect.poll(async () => (await tandem.projects.get(id)).title).toBe('Mine');
});

test('a refused change is reverted with the reason, and the draft stays', async ({ page, tandem }) => {
  const { id } = await tandem.projects.create({ title: 'Lit quay' });
  await page.goto(`projects/${id}`);
  await page.getByRole('button', { name: 'Edit Title' }).click();
  await page.getByLabel('Title').fill('x'.repeat(501));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'title' })).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('x'.repeat(501));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1, name: 'Lit quay' })).toBeVisible();
});

test("a description does not overwrite someone else's version, and its draft survives a reload", async ({
  page,
  tandem,
}) => {
  const { id } = await tandem.projects.create({ title: 'Lit quay', description: 'Lamps' });
  await page.goto(`projects/${id}`);
  await page.getByRole('button', { name: 'Edit description' }).click();
  await page.getByRole('textbox', { name: 'Description' }).fill('Ten lamps');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Ten lamps');
  await tandem.projects.update(id, { description: 'Lamps and a rail' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('Lamps and a rail');
  await expect.poll(async () => (await tandem.projects.get(id)).description).toBe('Lamps and a rail');
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await expect(page.getByRole('region', { name: 'Description' }).getByText('Ten lamps')).toBeVisible();
  await expect.poll(async () => (await tandem.projects.get(id)).description).toBe('Ten lamps');
});

test('a task created in a project appears in its list', async ({ page, tandem }) => {
  const { id } = await tandem.projects.create({ title: 'Lit quay' });
  await page.goto(`projects/${id}`);
  await page.getByRole('button', { name: 'New task' }).click();
  const dialog = page.getByRole('dialog', { name: 'New task' });
  await dialog.getByLabel('Title').fill('Order lamps');
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('link', { name: '#1 Order lamps' })).toBeVisible();
  await expect(page.getByText('0 of 1 done')).toBeVisible();
});

test('the burn-up chart has a text summary and a table', async ({ page, tandem }) => {
  const { id } = await tandem.projects.create({ title: 'Lit quay' });
  await tandem.tasks.create({ title: 'Order lamps', projectId: id });
  await tandem.tasks.create({ title: 'Hang lamps', projectId: id, status: 'canceled' });
  // Two days later by the server's clock, because one day is not enough for a line.
  const later = new Date(Date.now() + 2 * 86_400_000).toUTCString();
  await page.route('**/events/stream*', (route) => route.abort());
  await page.route(/\/api\/v1\/(?!events\/stream)/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, headers: { ...answer.headers(), date: later } });
  });
  await page.goto(`projects/${id}`);
  const chart = page.getByRole('figure', { name: 'Burn-up' });
  await expect(chart).toContainText('0 of 1 tasks done');
  await expect(chart.locator('canvas')).toHaveCount(1);
  await chart.getByText('View as table').click();
  await expect(chart.getByRole('row')).toHaveCount(4);
});

test('a project is archived and unarchived, and deleted after confirmation', async ({ page, tandem }) => {
  const { id } = await tandem.projects.create({ title: 'Lit quay' });
  await page.goto(`projects/${id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(page.getByText('This project is archived')).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Restore' }).click();
  await expect(page.getByText('This project is archived')).toBeHidden();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Its tasks are kept');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page).toHaveURL(/\/projects$/);
  await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
});

test('an initiative shows its projects and goals', async ({ page, tandem }) => {
  const { id: initiativeId } = await tandem.initiatives.create({ name: 'Safe mornings' });
  await tandem.projects.create({ title: 'Lit quay', initiativeId, status: 'complete' });
  await tandem.goals.create({ title: 'Nobody slips', initiativeId });
  await page.goto('initiatives');
  await page.getByRole('link', { name: 'Safe mornings' }).click();
  await expect(page.getByText('1 of 1 project complete')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Lit quay' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Nobody slips' })).toBeVisible();
  await selectOption(page.getByLabel('Status'), 'Active');
  await expect.poll(async () => (await tandem.initiatives.get(initiativeId)).status).toBe('active');
});

test('the lists of projects, goals and initiatives follow changes by others', async ({ page, tandem }) => {
  const { id: initiativeId } = await tandem.initiatives.create({ name: 'Safe mornings' });
  await page.goto('initiatives');
  await expect(page.getByText('No projects')).toBeVisible();
  await tandem.projects.create({ title: 'Lit quay', initiativeId, status: 'complete' });
  await expect(page.getByText('1 of 1 project complete')).toBeVisible();
  await page.getByRole('link', { name: 'Projects', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Safe mornings' })).toBeVisible();
  await tandem.initiatives.update(initiativeId, { name: 'Safe evenings' });
  await expect(page.getByRole('link', { name: 'Safe evenings' })).toBeVisible();
});

test('a goal that an agent reports as met is confirmed on its page, and can be reopened', {
  tag: '@main',
}, async ({ page, tandem, baseURL }) => {
  const { id } = await tandem.goals.create({ title: 'Nobody slips', test: 'No report for a month.' });
  const { client } = await newWorker(tandem, baseURL, 'otter');
  await page.goto(`goals/${id}`);
  await expect(page.getByText('No report for a month.')).toBeVisible();
  await client.goals.verify(id, { passed: true, evidence: 'No report since **October**.' });
  const asked = page.getByRole('region', { name: 'otter reports that this goal is met' });
  await expect(asked).toContainText('No report since October.');
  await expect(asked.getByRole('button', { name: 'Reject' })).toBeDisabled();
  await asked.getByRole('button', { name: 'Confirm' }).click();
  await expect(asked).toBeHidden();
  await expect.poll(async () => (await tandem.goals.get(id)).status).toBe('met');
  await page.getByLabel('Details').getByRole('button', { name: 'Reopen' }).click();
  await expect.poll(async () => (await tandem.goals.get(id)).status).toBe('open');
});

test('a goal is rejected with a reason', async ({ page, tandem, baseURL }) => {
  const { id } = await tandem.goals.create({ title: 'Nobody slips' });
  const { client } = await newWorker(tandem, baseURL, 'otter');
  await client.goals.verify(id, { passed: true, evidence: 'No report.' });
  await page.goto(`goals/${id}`);
  await page.getByLabel('Comment').fill('There was one yesterday.');
  await page.getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByRole('article').filter({ hasText: 'There was one yesterday.' })).toContainText(
    'Failed',
  );
  await expect.poll(async () => (await tandem.goals.get(id)).status).toBe('open');
});

test('a goal is verified by a person with the current value of its metric, which the chart shows', async ({
  page,
  tandem,
}) => {
  const { id } = await tandem.goals.create({
    title: 'Quick boarding',
    metric: { current: 60, target: 95, unit: '%' },
  });
  await page.goto(`goals/${id}`);
  await page.getByRole('button', { name: 'Verify manually' }).click();
  await page.getByLabel('Evidence').fill('Counted at the gate.');
  await page.getByLabel('Current %').fill('80');
  await page.getByRole('button', { name: 'Failed' }).click();
  await expect(page.getByText('80 of 95 %')).toBeVisible();
  const chart = page.getByRole('figure', { name: 'Quick boarding over time' });
  await expect(chart).toContainText('Now 80 %, target 95 %.');
  await chart.getByText('View as table').click();
  await expect(chart.getByRole('cell', { name: '60' })).toBeVisible();
});

test('a goal is created with a metric', async ({ page, tandem }) => {
  await page.goto('goals?new=true');
  await page.getByLabel('Title').fill('Quick boarding');
  await page.getByLabel('Track a metric').check();
  await page.getByLabel('Target').fill('95');
  await page.getByLabel('Unit').fill('%');
  await page.getByRole('button', { name: 'Create goal' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Quick boarding' })).toBeVisible();
  await expect(page.getByText('0 of 95 %')).toBeVisible();
  const { data } = await tandem.goals.list();
  expect(data[0]?.metric).toStrictEqual({ current: 0, target: 95, unit: '%' });
});

test('a read-only session is offered no changes to plans', async ({ page, tandem }) => {
  const { id } = await tandem.projects.create({ title: 'Lit quay', description: 'Lamps' });
  await signInWith(page, tandem, 'tasks:read', 'agents:read');
  await page.goto(`projects/${id}`);
  await expect(page.getByText('Lamps')).toBeVisible();
  await expect(page.getByRole('button', { name: /Edit|More actions/ })).toHaveCount(0);
  await expect(page.getByLabel('Status')).toBeDisabled();
  await page.goto('goals');
  await expect(page.getByRole('heading', { name: 'No goals yet' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'New goal' })).toHaveCount(0);
});

test('axe finds nothing on a complete goal or the form for a new one, in either theme', async ({
  page,
  tandem,
  baseURL,
}) => {
  const { id } = await tandem.goals.create({
    title: 'Quick boarding',
    test: 'The gate counts.',
    metric: { current: 60, target: 95, unit: '%' },
  });
  const { client } = await newWorker(tandem, baseURL, 'otter');
  await client.goals.verify(id, { passed: false, evidence: 'Counted.', metricCurrent: 80 });
  await client.goals.verify(id, { passed: true, evidence: '`96` of 100', metricCurrent: 96 });
  await page.goto(`goals/${id}`);
  const chart = page.getByRole('figure');
  await expect(chart.locator('canvas')).toHaveCount(1);
  await chart.getByText('View as table').click();
  await expectAccessibleInBothThemes(page);
  await page.goto('goals?new=true');
  await page.getByLabel('Track a metric').check();
  await expectAccessibleInBothThemes(page);
});
