import type { Locator } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { newWorker } from './team.ts';
import { expect, test } from './test.ts';

/** A one-pixel image. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** Pastes or drops a file onto a field. */
const give = (field: Locator, event: 'paste' | 'drop', name: string, type: string, content: string) =>
  field.evaluate(
    (element, [event, name, type, content]) => {
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob(content), (char) => char.charCodeAt(0));
      data.items.add(new File([bytes], name, { type }));
      const init = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        event === 'paste'
          ? new ClipboardEvent('paste', { ...init, clipboardData: data })
          : new DragEvent('drop', { ...init, dataTransfer: data }),
      );
    },
    [event, name, type, content] as const,
  );

test('a text is formatted by keys and buttons, with suggested members and tasks', { tag: '@main' }, async ({
  page,
  tandem,
  baseURL,
}) => {
  await tandem.tasks.create({ title: 'Count the gulls' });
  await tandem.tasks.create({ title: 'Buy a telescope', status: 'done' });
  await newWorker(tandem, baseURL, 'mira');
  await page.goto('tasks/1');
  const field = page.getByLabel('New comment');
  await page.getByRole('toolbar', { name: 'Format' }).waitFor();
  // The toolbar is one tab stop.
  await page.getByRole('button', { name: 'Bold' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: 'Italic' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tab', { name: 'Write' })).toBeFocused();
  await field.fill('north');
  await field.selectText();
  await page.keyboard.press('Control+b');
  await expect(field).toHaveValue('**north**');
  await page.keyboard.press('Control+i');
  await expect(field).toHaveValue('**_north_**');
  await page.getByRole('button', { name: 'Italic' }).click();
  await expect(field).toHaveValue('**north**');
  await page.keyboard.press('Control+k');
  await expect(field).toHaveValue('**[north](https://)**');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await field.press('End');
  await page.keyboard.type(' by @mi');
  const members = page.getByRole('listbox', { name: 'Members' });
  await expect(members.getByRole('option')).toHaveText([/mira/]);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.keyboard.type('with #tele');
  await expect(page.getByRole('listbox', { name: 'Tasks' }).getByRole('option')).toHaveText([/#2/]);
  await page.keyboard.press('Tab');
  await expect(field).toHaveValue('**[north](https://)** by @mira with #2 ');
  await page.keyboard.type('and @mi');
  await members.waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.type('r');
  await expect(members).toHaveCount(0);
  await field.fill('Seen by @mira, not `@mira` nor me@mira. See #2 or #99, and `#2`.');
  await field.press('Control+Enter');
  const comment = page.getByRole('article', { name: 'Comment by Ada Winter' });
  await expect(comment.locator('[data-mention]')).toHaveText(['@mira']);
  await expect(comment.getByRole('link')).toHaveText(['#2', '#99']);
  await comment.getByRole('link', { name: '#2' }).hover();
  await expect(page.getByRole('tooltip')).toHaveText('#2 Buy a telescope · Done');
  await comment.getByRole('link', { name: '#99' }).focus();
  await expect(page.getByRole('tooltip')).toHaveText('Task 99 not found');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await comment.getByRole('link', { name: '#2' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('#2 Buy a telescope');
});

test('pictures and files go into a text, which others see; a refused file leaves the text', {
  tag: '@main',
}, async ({ page, tandem, baseURL }) => {
  await tandem.tasks.create({ title: 'Count the gulls' });
  await page.goto('tasks/1');
  const field = page.getByLabel('New comment');
  await page.getByRole('toolbar', { name: 'Format' }).waitFor();
  await field.fill('Look: ');
  await field.press('End');
  await give(field, 'paste', 'gull [1].png', 'image/png', PIXEL);
  await expect(field).toHaveValue(/^Look: !\[gull \\\[1\\\]\.png\]\(api\/v1\/files\/\w{26}\/content\)$/);
  await field.press('End');
  await give(field, 'drop', 'gull.svg', 'image/svg+xml', btoa('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  await expect(field).toHaveValue(/\)\[gull\.svg\]\(api\/v1\/files\/\w{26}\/content\)$/);
  await page.route('**/api/v1/files', (route) =>
    route.fulfill({
      status: 413,
      json: { error: { code: 'PAYLOAD_TOO_LARGE', message: 'It is too large.' } },
    }),
  );
  await give(field, 'paste', 'huge.txt', 'text/plain', btoa('huge'));
  await expect(page.getByText('Couldn’t add huge.txt.')).toBeVisible();
  await expect(field).toHaveValue(/^Look: !\[gull.*\)\[gull\.svg\]\(.*\)$/);
  await field.press('Control+Enter');
  const comment = page.getByRole('article', { name: 'Comment by Ada Winter' });
  const picture = comment.getByRole('img', { name: 'gull [1].png' });
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
  await expect(comment.getByRole('link', { name: 'gull.svg' })).toBeVisible();
  await expect(comment.locator('img')).toHaveCount(1);
  await expectAccessible(page);
  const { client } = await newWorker(tandem, baseURL, 'mira');
  const [attached] = (await client.tasks.attachments(1)).data;
  expect(attached).toMatchObject({ fileName: 'gull [1].png', mimeType: 'image/png' });
});

test('a checklist in a description is checked off in place, and keeps the checks of others', async ({
  page,
  tandem,
}) => {
  await tandem.tasks.create({
    title: 'Count',
    description: 'To do:\n\n- [ ] north\n- [ ] south\n- [x] east',
  });
  await page.goto('tasks/1');
  const box = (name: string) => page.getByRole('checkbox', { name });
  await box('north').waitFor();
  const description = async () => (await tandem.tasks.get(1)).description;
  /** Keeps the shown text while others change it. */
  const freeze = async () => {
    const seen = await page.request.get('api/v1/tasks/1');
    const answer = { body: await seen.body(), headers: seen.headers() };
    let isChanged = false;
    await page.route('**/api/v1/tasks/1', (route) => {
      isChanged ||= route.request().method() !== 'GET';
      return isChanged ? route.fallback() : route.fulfill(answer);
    });
  };
  await freeze();
  await tandem.tasks.update(1, { description: 'To do:\n\n- [ ] north\n- [ ] south\n- [ ] east' });
  await box('north').press('Space');
  await expect.poll(description).toBe('To do:\n\n- [x] north\n- [ ] south\n- [ ] east');
  await expect(box('north')).toBeChecked();
  await expect(box('north')).toBeFocused();
  await freeze();
  await tandem.tasks.update(1, { description: '- [ ] north' });
  await box('south').click();
  await expect(page.getByText('The description has changed.')).toBeVisible();
  expect(await description()).toBe('- [ ] north');
});
