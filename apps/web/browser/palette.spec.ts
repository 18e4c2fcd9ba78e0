import { expectAccessibleInBothThemes } from './axe.ts';
import { selectOption } from './select-option.ts';
import { expect, type Page, signInWith, test } from './test.ts';

const field = (page: Page) => page.getByRole('combobox', { name: 'Search or jump to' });

async function open(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
}

test('Ctrl+K opens a page by some of its letters, and Escape returns the focus', { tag: '@main' }, async ({
  page,
}) => {
  await page.goto('');
  await open(page);
  await page.keyboard.press('Escape');
  await expect(field(page)).toBeHidden();
  await open(page);
  await page.keyboard.type('proj');
  await expect(page.locator('[data-highlighted]')).toHaveText('Go to ProjectsG then P');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  await expect(field(page)).toBeHidden();
});

test('keys typed while a field is loading end up in it and are not shortcuts', async ({ page, tandem }) => {
  await page.route(/(palette|new-task|quick-edit)-dialog.*js/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await page.goto('tasks');
  await expect(page.getByRole('heading', { name: 'Tasks', exact: true })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('cgoalls');
  await page.keyboard.press('Backspace');
  await expect(field(page)).toHaveValue('cgoall');
  await page.keyboard.press('Escape');
  await page.keyboard.press('c');
  await page.keyboard.type('Scan');
  await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue('Scan');
  await page.keyboard.type(' it');
  await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue('Scan it');

  await tandem.tasks.create({ title: 'Order lamps' });
  await page.goto('tasks?view=list');
  await page.getByRole('link', { name: 'Order lamps' }).focus();
  await page.keyboard.type('plow');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await tandem.tasks.get(1)).priority).toBe('p3');
  await expect(page).toHaveURL(/\/tasks\?view=list$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.reload();
  await page.getByRole('link', { name: 'Order lamps' }).focus();
  await page.keyboard.press('p');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await tandem.tasks.get(1)).priority).toBe('p1');
  await page.reload();
  await page.getByRole('link', { name: 'Order lamps' }).focus();
  await page.keyboard.press('c');
  await page.keyboard.type(' now');
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => (await tandem.tasks.list()).data.map(({ title }) => title))
    .toContain('Scan it now');
});

test('Enter in an empty palette does nothing', async ({ page, tandem }) => {
  const { taskNumber } = await tandem.tasks.create({ title: 'Order lamps' });
  await page.goto(`tasks/${taskNumber}`);
  await open(page);
  await expect(page.getByRole('option', { name: 'Move to Canceled' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeVisible();
  await expect.poll(async () => (await tandem.tasks.get(taskNumber)).status).toBe('todo');
});

test('the palette finds tasks by number and all kinds of items by words', async ({ page, tandem }) => {
  await tandem.tasks.create({ title: 'Order lamps' });
  await tandem.projects.create({ title: 'Lamps along the quay' });
  await tandem.goals.create({ title: 'No dark lamp' });
  await page.goto('settings');
  await open(page);
  await page.keyboard.type('lamp');
  await expect(page.getByRole('option')).toHaveCount(4);
  await expect(page.getByRole('option', { name: 'Lamps along the quay' })).toContainText(
    'Project · Planning',
  );
  await field(page).fill('1');
  await page.getByRole('option', { name: '#1 Order lamps' }).click();
  await expect(page).toHaveURL(/\/tasks\/1$/);
});

test('the palette never opens a result of an earlier query', async ({ page, tandem }) => {
  await tandem.tasks.create({ title: 'Order lamps' });
  await page.goto('');
  await open(page);
  await page.keyboard.type('lamps');
  await expect(page.getByRole('option', { name: '#1 Order lamps' })).toBeVisible();
  await field(page).fill('lampshade');
  await expect(page.getByRole('option', { name: '#1 Order lamps' })).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'No results for “lampshade”' })).toBeVisible();
});

test('the palette creates a goal and a task, and opens favorites and settings', async ({ page, tandem }) => {
  const { id } = await tandem.projects.create({ title: 'Lit quay' });
  await tandem.preferences.update({ favorites: [{ kind: 'project', id }] });
  await page.goto('');
  await expect(page.getByRole('navigation', { name: 'Favorites' })).toBeVisible();
  await open(page);
  await page.keyboard.type('favorites');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/projects/${id}`));
  await open(page);
  await page.keyboard.type('go to notifications');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/settings\/profile/);
  await open(page);
  await page.keyboard.type('new goal');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'New goal' }).getByLabel('Title')).toBeFocused();
  await page.keyboard.press('Escape');
  await open(page);
  await page.keyboard.type('new task');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'New task' })).toBeVisible();
});

test('the palette moves the open task', async ({ page, tandem }) => {
  const { taskNumber } = await tandem.tasks.create({ title: 'Order lamps' });
  await page.goto(`tasks/${taskNumber}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Order lamps' })).toBeVisible();
  await open(page);
  await page.keyboard.type('move in prog');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await tandem.tasks.get(taskNumber)).status).toBe('in_progress');
});

test('the palette changes the status of the open project', async ({ page, tandem }) => {
  const { id } = await tandem.projects.create({ title: 'Lit quay' });
  await page.goto(`projects/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Lit quay' })).toBeVisible();
  await open(page);
  await page.keyboard.type('blocked');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await tandem.projects.get(id)).status).toBe('blocked');
});

test('the palette offers a read-only session nothing to create', async ({ page, tandem }) => {
  await signInWith(page, tandem, 'tasks:read');
  await page.goto('projects');
  await open(page);
  await expect(page.getByRole('option', { name: 'Go to Goals' })).toBeVisible();
  await expect(page.getByRole('option', { name: /^New/ })).toHaveCount(0);
});

test('the shortcut list shows the keys of the page, and single keys can be turned off for good', async ({
  page,
}) => {
  await page.goto('');
  await expect(page.getByRole('heading', { name: 'You’re all caught up' })).toBeVisible();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByRole('row', { name: 'Ctrl K Search or jump to' })).toBeVisible();
  await expect(keys.getByRole('row', { name: 'J Next' })).toBeVisible();
  await expect(keys.getByRole('row', { name: 'G then P Go to Projects' })).toBeVisible();
  await keys.getByLabel('Single-key shortcuts').uncheck();
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'You’re all caught up' })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.press('?');
  await open(page);
  await expect(keys).toBeHidden();
  await expect(page).toHaveURL(/\/$/);
});

test('G and a letter go to a page, and a slash to the search', async ({ page }) => {
  await page.goto('');
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused();
  // In a text field, keys type letters.
  await page.keyboard.type('gp/?');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('gp/?');
});

test('search highlights matches as text, and keeps the query in the address', async ({ page, tandem }) => {
  await tandem.tasks.create({
    title: 'Order',
    description: '🎨 A lamp <img src=x onerror=alert(1)> for the quay',
  });
  await tandem.projects.create({ title: 'A lamp' });
  await page.goto('search');
  await page.getByRole('searchbox').fill('lamp');
  await expect(page.getByRole('link', { name: '#1 Order' })).toBeVisible();
  await expect(page.locator('mark')).toHaveText(['lamp', 'lamp']);
  await expect(page.getByText('<img src=x onerror=alert(1)>')).toBeVisible();
  await expect(page).toHaveURL(/q=lamp/);
  await selectOption(page.getByLabel('Type'), 'Projects');
  await expect(page.getByRole('link', { name: '#1 Order' })).toBeHidden();
  await page.reload();
  await expect(page.getByRole('link', { name: 'A lamp' })).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('lamp');
  await page.getByRole('searchbox').fill('nothing like it');
  await expect(page.getByRole('heading', { name: /No results/ })).toBeVisible();
});

test('search continues after its first page', async ({ page, tandem }) => {
  await Promise.all(
    Array.from({ length: 101 }, async (_, i) => tandem.tasks.create({ title: `Lamp ${i + 1}` })),
  );
  await page.goto('search?q=lamp');
  await expect(page.getByText('100+ results')).toBeVisible();
  await page.getByRole('button', { name: 'More', exact: true }).last().click();
  await expect(page.getByText('101 results')).toBeVisible();
});

test('axe finds nothing in the palette, the shortcut list and the search results, in either theme', async ({
  page,
  tandem,
}) => {
  await tandem.tasks.create({ title: 'Order lamps', description: 'For the lamps along the quay.' });
  await page.goto('search?q=quay');
  await expect(page.locator('mark')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('Control+k');
  await field(page).fill('lamps');
  await expect(page.getByRole('option', { name: '#1 Order lamps' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await field(page).fill('shortcuts');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test("the palette fits into a phone's window", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('');
  await page.getByRole('button', { name: /Search or jump to/ }).click();
  await expect(field(page)).toBeFocused();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
