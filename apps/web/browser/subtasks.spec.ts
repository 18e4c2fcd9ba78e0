import type { Page } from '@playwright/test';
import type { Tandem } from '@tandem/client';
import { expectAccessibleInBothThemes } from './axe.ts';
import { expect, test } from './test.ts';

const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });
const subtasks = (page: Page) => page.getByRole('region', { name: 'Sub-tasks' });

/** A task with sub-tasks in order; returns their numbers, the parent's first. */
async function family(tandem: Tandem, title: string, ...children: readonly string[]): Promise<number[]> {
  const { taskNumber } = await tandem.tasks.create({ title });
  const numbers = [taskNumber];
  for (const child of children) {
    const made = await tandem.tasks.create({ title: child, parentTaskNumber: taskNumber });
    numbers.push(made.taskNumber);
  }
  return numbers;
}

test('sub-tasks are added, checked off and counted on the task, its card and its row', {
  tag: '@main',
}, async ({ page, tandem }) => {
  await tandem.tasks.create({ title: 'Renovate the tower', status: 'in_progress' });
  await page.goto('tasks/1');
  for (const title of ['Scaffold', 'Paint']) {
    await page.getByRole('textbox', { name: 'New sub-task' }).fill(title);
    await page.keyboard.press('Enter');
    await expect(link(page, new RegExp(title))).toBeVisible();
  }
  await page.getByRole('checkbox', { name: 'Mark “Scaffold” as done' }).click();
  await expect(page.getByRole('checkbox', { name: 'Reopen “Scaffold”' })).toBeChecked();
  await expect(subtasks(page)).toContainText('1/2');
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Status: In progress' }).click();
  await expect(page.getByRole('menuitem', { name: 'Done' })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');

  await page.goto('tasks');
  await expect(page.getByRole('article').filter({ hasText: 'Renovate the tower' })).toContainText('1/2');
  await page.goto('tasks?view=list');
  await expect(page.locator('[data-task="1"]')).toContainText('1/2');
  await link(page, 'Paint').click();
  await page.getByRole('navigation', { name: 'Parent task' }).getByRole('link').click();
  await expect(page.getByRole('heading', { name: /Renovate the tower/, level: 1 })).toBeVisible();
});

test('a list folds out the sub-tasks of a task, each in one place', async ({ page, tandem }) => {
  const [parent, first, second] = await family(tandem, 'Renovate the tower', 'Scaffold', 'Paint');
  await tandem.tasks.transition(second as number, { to: 'in_progress' });
  await page.goto('tasks?view=list');
  await page.getByRole('button', { name: `Sub-tasks of #${parent}` }).click();
  const rows = page.locator('[data-task]');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(0)).toContainText('Renovate the tower');
  await expect(rows.nth(1)).toContainText('Scaffold');
  await expect(rows.nth(2)).toContainText('In progress');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Sub-tasks of #${parent}` }).click();
  await expect(page.locator(`[data-task="${first}"]`)).toBeVisible();
});

test('a task is moved into another one by the palette or by dropping it, and out again', async ({
  page,
  tandem,
}) => {
  await tandem.tasks.create({ title: 'Renovate the tower' });
  await tandem.tasks.create({ title: 'Paint the door' });
  await page.goto('tasks/2');
  await page.getByRole('heading', { name: /Paint the door/, level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('parent');
  await page.getByRole('option', { name: 'Move into a parent task…' }).click();
  await page.getByPlaceholder('Find a task').fill('Renovate');
  await page.getByRole('option', { name: /Renovate the tower/ }).click();
  await expect(page.getByRole('navigation', { name: 'Parent task' })).toContainText('Renovate the tower');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Move out of its parent task' }).click();
  await expect(page.getByRole('navigation', { name: 'Parent task' })).toHaveCount(0);

  await page.goto('tasks/1');
  const dragged = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.setData('text/plain', '#2 Paint the door');
    return data;
  });
  const field = page.getByRole('textbox', { name: 'New sub-task' });
  await field.dispatchEvent('dragover', { dataTransfer: dragged });
  await field.dispatchEvent('drop', { dataTransfer: dragged });
  await expect(subtasks(page)).toContainText('Paint the door');
});

test('canceling a task asks what happens to its open sub-tasks', async ({ page, tandem }) => {
  const [parent, child] = await family(tandem, 'Renovate the tower', 'Scaffold');
  await page.goto(`tasks/${parent}`);
  const cancel = async (choice: string) => {
    await page.getByRole('button', { name: /^Status:/ }).click();
    await page.getByRole('menuitem', { name: 'Canceled' }).click();
    await page.getByRole('dialog').getByRole('button', { name: choice, exact: true }).click();
  };
  await cancel('Cancel');
  await expect(page.getByRole('button', { name: 'Status: To do' })).toBeVisible();
  await cancel('Cancel them, too');
  await expect(page.getByRole('button', { name: 'Status: Canceled' })).toBeVisible();
  await expect.poll(async () => (await tandem.tasks.get(child as number)).status).toBe('canceled');
});

test('due dates are shown, overdue ones in words', async ({ page, tandem }) => {
  const day = 86_400_000;
  await tandem.tasks.create({ title: 'Yesterday', dueDate: Date.now() - day });
  await tandem.tasks.create({ title: 'Next month', dueDate: Date.now() + 30 * day });
  await page.goto('tasks');
  const card = (title: string) => page.getByRole('article').filter({ hasText: title });
  await expect(card('Yesterday')).toContainText('Overdue');
  await expect(card('Next month')).toContainText(/Due \w+/);
  await expect(card('Next month')).not.toContainText('Overdue');
});
