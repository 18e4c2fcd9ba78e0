import { readFileSync } from 'node:fs';
import { expectAccessibleInBothThemes } from './axe.ts';
import { selectOption } from './select-option.ts';
import { newPerson } from './team.ts';
import { expect, type Page, test } from './test.ts';

const FIXTURES = new URL('../../cli/src/import/fixtures/', import.meta.url);

const choose = (page: Page, ...names: readonly string[]) =>
  page.getByLabel('Choose files').setInputFiles(names.map((name) => new URL(name, FIXTURES).pathname));

const open = async (page: Page, source: string) => {
  await page.goto('settings/workspace');
  await page.getByRole('button', { name: 'Import…' }).click();
  await page.getByLabel('From').click();
  await page.getByRole('option', { name: source }).click();
};

test('a file is checked, imported with its progress, and imported again without doubling', {
  tag: '@main',
}, async ({ page, tandem }) => {
  await tandem.preferences.update({ getStarted: 'open' });
  await page.goto('');
  const step = page.getByRole('listitem', { name: 'Bring your work' });
  await step.getByRole('button', { name: 'Import' }).click();
  await expect(step.getByLabel('From')).toHaveText(/Linear/);
  await choose(page, 'linear/issues.csv', 'linear/issues-30.csv');
  const summary = page.getByRole('status', { name: 'What would be imported' });
  await expect(summary).toContainText('6 tasks, 2 of them sub-tasks');
  await expect(summary).toContainText('issues.csv:8: the row has no ID');
  await expect(summary).toContainText('Not members yet, imported without access: bo@example.com');
  await expectAccessibleInBothThemes(page);
  expect((await tandem.tasks.list()).data).toHaveLength(0);

  await page.getByLabel('Project', { exact: true }).fill('Brought along');
  await page.getByRole('button', { name: /^Import \d+ records$/ }).click();
  const result = page.getByRole('status', { name: 'Imported' });
  await expect(result).toContainText(/Records: \d+ created/);
  await expectAccessibleInBothThemes(page);
  expect((await tandem.tasks.list()).data).toHaveLength(5);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(step.getByRole('img', { name: 'Done' })).toBeVisible();

  await open(page, 'Linear');
  await choose(page, 'linear/issues.csv', 'linear/issues-30.csv');
  await page.getByLabel('Project', { exact: true }).fill('Brought along');
  await page.getByRole('button', { name: /^Import \d+ records$/ }).click();
  await expect(result).toContainText(/Records: \d+ unchanged\n?$/m);
  await page.getByRole('button', { name: 'Done' }).click();
  expect((await tandem.tasks.list()).data).toHaveLength(5);

  const imports = page.getByRole('list', { name: 'Imports' }).getByRole('listitem');
  await expect(imports).toHaveCount(2);
  await imports.last().getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('nobody has changed since');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByRole('status', { name: 'Undone' })).toContainText(/\d+ records removed/);
  await expect(imports.last()).toContainText('Undone');
  await expectAccessibleInBothThemes(page);
  expect((await tandem.tasks.list()).data).toHaveLength(0);
});

test('each source that the page offers is read', async ({ page }) => {
  for (const [source, ...files] of [
    ['Jira', 'jira/issues.csv'],
    ['GitHub', 'github/gh.json', 'github/rest.json'],
    ['Trello', 'trello/board.json'],
    ['Asana', 'asana/project.json'],
    ['CSV file', 'csv/tasks.csv'],
    ['Markdown', 'markdown/lists/todo.md'],
    ['Task Master', 'taskmaster/tasks.json'],
    ['Beads', 'beads/issues.jsonl'],
  ] as const) {
    await open(page, source);
    await choose(page, ...files);
    await expect(page.getByRole('status', { name: 'What would be imported' })).toContainText(
      /^What.*\d+ tasks/,
    );
  }
});

test('a file of another kind is refused, and a dropped one is read', async ({ page }) => {
  await open(page, 'Linear');
  await choose(page, 'trello/board.json');
  await expect(page.getByRole('alert')).toContainText(/board\.json/);
  const text = readFileSync(new URL('linear/issues.csv', FIXTURES), 'utf8');
  const data = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], 'issues.csv', { type: 'text/csv' }));
    return transfer;
  }, text);
  await page.getByText('Drop exported files here').first().dispatchEvent('drop', { dataTransfer: data });
  await expect(page.getByRole('status', { name: 'What would be imported' })).toContainText('ENG-4');
});

test('an import that is stopped says so, and continues', async ({ page, tandem }) => {
  const rows = Array.from({ length: 1_200 }, (_, at) => `${at},Task ${at}\n`).join('');
  await open(page, 'CSV file');
  await page.getByLabel('Choose files').setInputFiles({
    name: 'many.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`ID,Title\n${rows}`),
  });
  let isHeld = true;
  await page.route('**/imports/*/records', (route) => (isHeld ? undefined : route.continue()));
  await page.getByRole('button', { name: 'Import 1,200 records' }).click();
  await expect(page.getByRole('progressbar', { name: 'Import progress' })).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('alert')).toContainText('Import again to continue');
  isHeld = false;
  await page.getByRole('button', { name: 'Import 1,200 records' }).click();
  await expect(page.getByRole('status', { name: 'Imported' })).toContainText('Records: 1,200 created');
  const { data } = await tandem.imports.list();
  expect(data).toMatchObject([{ state: 'finished', source: 'csv' }]);
});

test('the import fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, 'Linear');
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await width()).toBeLessThanOrEqual(390);
  await choose(page, 'linear/issues.csv');
  await expect(page.getByRole('status', { name: 'What would be imported' })).toBeVisible();
  expect(await width()).toBeLessThanOrEqual(390);
});

test('an external member is merged into a person, who takes over their tasks', async ({
  page,
  tandem,
  baseURL,
}) => {
  await newPerson(tandem, baseURL, 'bob');
  const { id } = await tandem.imports.create({ source: 'jira' });
  await tandem.imports.add(id, {
    records: [
      { type: 'member', externalId: 'grace', displayName: 'Grace Hopper' },
      { type: 'task', externalId: '1', title: 'Sweep the stairs', assignedTo: 'grace', status: 'todo' },
    ],
  });
  await tandem.imports.finish(id);
  await page.goto('settings/members');
  await page.getByRole('button', { name: 'Merge Grace Hopper into a person' }).click();
  const dialog = page.getByRole('alertdialog');
  await selectOption(dialog.getByRole('combobox'), 'bob');
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page.getByText('Merged Grace Hopper into bob')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Merge Grace Hopper into a person' })).toBeHidden();
  const { data } = await tandem.tasks.list({ assigned: 'bob' });
  expect(data.map(({ title }) => title)).toEqual(['Sweep the stairs']);
});
