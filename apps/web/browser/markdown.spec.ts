import { expectAccessible } from './axe.ts';
import { expect, test } from './test.ts';

test('footnotes of two comments stay apart, and their links stay in the page', async ({ page, tandem }) => {
  await tandem.tasks.create({ title: 'Paint the railing' });
  for (const note of ['Measured on Monday.', 'Measured on Friday.'])
    await tandem.tasks.comment(1, { body: `It is dry[^1].\n\n[^1]: ${note}` });
  await page.goto('tasks/1');
  const friday = page.getByRole('listitem').filter({ hasText: 'Measured on Friday.' }).last();
  const comment = page.getByRole('article').filter({ hasText: 'Measured on Friday.' });
  await comment.getByRole('link', { name: 'Footnote 1' }).click();
  await expect(friday).toBeFocused();
  await expect(page).toHaveURL(/\/tasks\/1$/);
  await expect(page.getByRole('heading', { name: 'Footnotes' })).toHaveCount(0);
  await expectAccessible(page);
  await friday.getByRole('link', { name: 'Back to reference 1' }).click();
  await expect(comment.getByRole('link', { name: 'Footnote 1' })).toBeFocused();
  expect(page.context().pages()).toHaveLength(1);
});

test('a link to a page of this Tandem opens in the same tab without loading it again', async ({
  page,
  tandem,
  baseURL,
}) => {
  await tandem.tasks.create({
    title: 'Paint the railing',
    description: `After [the other](${baseURL}/tasks/2), see [the API](${baseURL}/docs) and [elsewhere](https://example.org).`,
  });
  await tandem.tasks.create({ title: 'Sand the railing' });
  await page.goto('tasks/1');
  for (const name of ['the API', 'elsewhere'])
    await expect(page.getByRole('link', { name })).toHaveAttribute('target', '_blank');
  await page.evaluate('window.sameDocument = true');
  await page.getByRole('link', { name: 'the other' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sand the railing' })).toBeVisible();
  expect(await page.evaluate('window.sameDocument')).toBe(true);
  expect(page.context().pages()).toHaveLength(1);
});
