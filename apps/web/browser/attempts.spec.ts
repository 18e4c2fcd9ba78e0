import { expectAccessible, expectAccessibleInBothThemes } from './axe.ts';
import { selectOption } from './select-option.ts';
import { newWorker } from './team.ts';
import { expect, test } from './test.ts';

const COMMIT = '5f0c1d9a7be24c6f8e31b07a9d42c8e6f1375ab0';

test('a task shows its attempts as they happen, and two of them side by side', {
  tag: '@main',
}, async ({ page, tandem, baseURL }) => {
  test.slow();
  await tandem.tasks.create({ title: 'Count the gulls' });
  const { client } = await newWorker(tandem, baseURL, 'mira');
  await page.goto('tasks/1');
  const attempts = page.getByRole('region', { name: 'Attempts' });
  const attempt = (number: number) => attempts.getByRole('listitem', { name: `Attempt ${number} by mira` });
  await expect(page.getByRole('region', { name: 'Activity' })).toBeVisible();
  await expect(attempts).toBeHidden();

  const first = await client.claims.claim(1);
  await expect(attempt(1)).toContainText('Running');
  await client.claims.release(1, {
    token: first.lease.token,
    failure: { class: 'tool_error', message: 'count: not found' },
  });
  await expect(attempt(1)).toContainText('Released');
  await expect(attempt(1)).toContainText('Tool error: count: not found');

  const second = await client.claims.claim(1);
  await client.results.post(1, {
    token: second.lease.token,
    outcome: 'succeeded',
    summary: 'Two hundred gulls.',
    usage: { inputTokens: 1_200, costUsd: 0.5 },
    artifact: { kind: 'git', repository: 'https://example.org/gulls.git', commit: COMMIT, branch: 'gulls' },
  });
  await expect(attempts.getByRole('listitem')).toHaveCount(2);
  await expect(attempts.getByRole('listitem').first()).toContainText('Finished');
  await expect(attempt(2)).toContainText('1,200 input tokens, $0.50');
  await expect(attempt(2)).toContainText(`Branch gulls`);
  await expect(attempt(2)).toContainText(`Commit ${COMMIT.slice(0, 10)}`);
  await expectAccessibleInBothThemes(page);

  await attempt(2).getByRole('link', { name: 'Attempt 2' }).click();
  await expect(page).toHaveURL(/\/tasks\/1\/attempts\/2$/);
  const column = page.getByRole('region', { name: 'Attempt 2' });
  await expect(column.getByRole('article', { name: 'mira: Succeeded' })).toContainText('Two hundred gulls.');

  await selectOption(page.getByLabel('Compare with'), 'Attempt 1 by mira');
  await expect(page).toHaveURL(/\/tasks\/1\/attempts\/2\?with=1$/);
  await expect(page.getByRole('region', { name: 'Attempt 1' })).toContainText('Tool error');
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  await page.goto('tasks/1/attempts/7');
  await expect(page.getByText('Attempt 7 not found')).toBeVisible();
});
