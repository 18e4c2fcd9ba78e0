import { firstLoad } from './first-load.ts';
import { expect, test } from './test.ts';

const MAX_BYTES = 200 * 1024;

test('the first load transfers at most 200 kB', { tag: '@main' }, async ({ page }) => {
  const isThere = () => page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  expect(await firstLoad(page, '', isThere)).toBeLessThan(MAX_BYTES);
});
