import { expectAccessible, expectAccessibleInBothThemes } from './axe.ts';
import { selectOption } from './select-option.ts';
import { newWorker } from './team.ts';
import { expect, test } from './test.ts';

const COMMIT = '5f0c1d9a7be24c6f8e31b07a9d42c8e6f1375ab0';

/** A transcript of many steps, the second of which calls a tool. */
const transcript = (steps: number) => ({
  schema_version: 'ATIF-v1.4',
  session_id: 'session-1',
  agent: { name: 'mira', version: '1' },
  steps: Array.from({ length: steps }, (_, index) => ({
    step_id: index + 1,
    source: index === 0 ? ('user' as const) : ('agent' as const),
    message: index === 0 ? 'Count the gulls\n<script>window.ran=1</script>' : `Counted **${index}** gulls.`,
    ...(index === 1 && {
      tool_calls: [
        { tool_call_id: 'call-1', function_name: 'execute', arguments: { command: 'count --north' } },
      ],
      observation: { results: [{ source_call_id: 'call-1', content: 'twelve gulls' }] },
    }),
  })),
});

test('a task shows its attempts as they happen, with the steps of each and two side by side', {
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

  await client.attempts.putTranscript(1, '2', transcript(1_000));
  await page.reload();
  await attempt(2).getByRole('link', { name: 'Attempt 2: 1,000 steps' }).click();
  await expect(page).toHaveURL(/\/tasks\/1\/attempts\/2$/);
  const column = page.getByRole('region', { name: 'Attempt 2' });
  await expect(column.getByRole('article', { name: 'mira: Succeeded' })).toContainText('Two hundred gulls.');
  const steps = column.getByRole('list').last().getByRole('listitem');
  await expect(steps.first()).toContainText('Count the gulls');
  await expect(steps.nth(1)).toContainText('Counted 1 gulls.');
  await expect(page.getByText('twelve gulls')).toBeHidden();
  await steps.nth(1).locator('summary', { hasText: 'execute: count --north' }).press('Enter');
  await expect(page.getByText('twelve gulls')).toBeVisible();
  // Steps are added as they come into view, so most of a long transcript isn't rendered.
  expect(await steps.count()).toBeLessThan(500);
  await page.getByRole('button', { name: 'Show more steps' }).scrollIntoViewIfNeeded();
  await expect(column.getByRole('listitem', { name: 'Step 100: Agent' })).toBeAttached();
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);

  await selectOption(page.getByLabel('Compare with'), 'Attempt 1 by mira');
  await expect(page).toHaveURL(/\/tasks\/1\/attempts\/2\?with=1$/);
  await expect(page.getByRole('region', { name: 'Attempt 1' })).toContainText('Tool error');
  await expect(page.getByRole('region', { name: 'Attempt 1' })).toContainText('No transcript was submitted.');
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  await page.goto('tasks/1/attempts/7');
  await expect(page.getByText('Attempt 7 not found')).toBeVisible();
});
