import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { selectOption } from './select-option.ts';
import { newWorker } from './team.ts';
import { expect, test } from './test.ts';

const peek = (page: Page) => page.getByRole('complementary', { name: /^Task \d+$/ });
const titleIn = (page: Page) => peek(page).getByRole('heading', { level: 1 });

test('a task opens beside the list by a click or Space, follows J and K, and survives a reload', async ({
  page,
  tandem,
}) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  for (const title of ['Third', 'Second', 'First']) await tandem.tasks.create({ title });
  await page.goto('tasks?view=list');
  await page.getByRole('link', { name: 'First' }).click();
  await expect(titleIn(page)).toHaveText('#3 First');
  await expect(page).toHaveURL(/\/tasks\?view=list&task=3$/);
  await expect(page).toHaveTitle(/^Tasks/);
  await expectAccessible(page);
  await page.keyboard.press('j');
  await expect(titleIn(page)).toHaveText('#2 Second');
  await expect(page.locator('[data-task] [aria-current]')).toHaveText('Second');
  await page.keyboard.press('j');
  await expect(titleIn(page)).toHaveText('#1 Third');
  await page.keyboard.press('k');
  await expect(titleIn(page)).toHaveText('#2 Second');
  await page.reload();
  await expect(titleIn(page)).toHaveText('#2 Second');
  await page.keyboard.press('k');
  await expect(titleIn(page)).toHaveText('#3 First');
  await page.keyboard.press('Escape');
  await expect(peek(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/tasks\?view=list$/);
  await page.keyboard.press('Space');
  await expect(titleIn(page)).toHaveText('#3 First');
  await page.goBack();
  await expect(peek(page)).toHaveCount(0);
  await page.goForward();
  await expect(titleIn(page)).toHaveText('#3 First');
  await page.keyboard.press('Space');
  await expect(peek(page)).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/tasks\/3$/);
  await page.setViewportSize({ width: 1100, height: 800 });
  await page.goto('tasks?task=1');
  await expect(titleIn(page)).toHaveText('#1 Third');
  await peek(page).getByRole('link', { name: 'Open full page' }).click();
  await expect(page).toHaveURL(/\/tasks\/1$/);
});

test('keys change the focused card, and Ctrl+Z undoes the last change', { tag: '@main' }, async ({
  page,
  tandem,
  baseURL,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await tandem.tasks.create({ title: 'Répare the lamp' });
  await tandem.projects.create({ title: 'Lighthouse' });
  await tandem.labels.create({ name: 'outside' });
  await newWorker(tandem, baseURL, 'mira');
  await page.goto('tasks');
  await page.getByRole('link', { name: 'Répare the lamp' }).waitFor();
  await page.keyboard.press('j');
  const choose = async (key: string, words: string, option: string) => {
    await page.keyboard.press(key);
    await page.keyboard.type(words);
    await page.getByRole('option', { name: option }).waitFor();
    await page.keyboard.press('Enter');
  };
  const task = () => tandem.tasks.get(1);
  await choose('a', 'mir', 'mira');
  await choose('p', 'urg', 'Urgent');
  await choose('d', '2030-05-31', '2030-05-31');
  await choose('Shift+P', 'light', 'Lighthouse');
  await choose('l', 'out', 'outside');
  await page.keyboard.type('new one');
  await page.getByRole('option', { name: 'new one' }).waitFor();
  await page.keyboard.press('Enter');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect.poll(task).toMatchObject({
    assignedTo: 'mira',
    priority: 'p0',
    dueDate: '2030-05-31T00:00:00.000Z',
    project: { title: 'Lighthouse' },
    labels: [{ name: 'new one' }, { name: 'outside' }],
  });
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await task()).labels.map(({ name }) => name)).toEqual(['outside']);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('branch');
  await page.getByRole('option', { name: 'Copy branch name' }).click();
  await expect(page.getByText('Copied tandem/1-repare-the-lamp')).toBeVisible();

  await page.goto('tasks/1');
  const priority = page.getByLabel('Priority');
  await selectOption(priority, 'Low');
  await expect.poll(async () => (await task()).priority).toBe('p3');
  await page.keyboard.press('Control+z');
  await expect(priority).toContainText('Urgent');
  await priority.blur();
  await choose('a', 'unas', 'Unassigned');
  await expect.poll(async () => (await task()).assignedTo).toBe(null);
  // The page can undo a change once it has the response.
  await expect(async () => {
    await page.keyboard.press('Control+z');
    expect((await task()).assignedTo).toBe('mira');
  }).toPass();
  const comment = page.getByLabel('New comment');
  await comment.fill('kept');
  await comment.press('Control+z');
  expect((await task()).assignedTo).toBe('mira');
});
