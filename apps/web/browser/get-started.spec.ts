import { createClient } from '@tandem/client';
import { expectAccessibleInBothThemes } from './axe.ts';
import { newPerson } from './team.ts';
import { expect, signIn, test } from './test.ts';

test('a new workspace opens on its first steps, which check themselves off by what happens', {
  tag: '@main',
}, async ({ page, tandem, browser, baseURL }) => {
  await tandem.preferences.update({ getStarted: 'open' });
  await page.goto('');
  const step = (name: string) => page.getByRole('listitem', { name });
  const done = (name: string) => expect(step(name).getByRole('img', { name: 'Done' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible();
  await expectAccessibleInBothThemes(page);

  await step('Create a task').getByRole('button', { name: 'New task' }).click();
  await page.getByRole('dialog').getByLabel('Title').fill('Paint the railing');
  await page.keyboard.press('Enter');
  await done('Create a task');

  const setUp = `tandem login --url ${baseURL} && tandem agent setup claude`;
  await expect(step('Connect an agent').locator('code')).toHaveText(setUp);
  await step('Connect an agent').getByRole('button', { name: 'New agent' }).click();
  await page.getByRole('textbox', { name: 'Display name' }).fill('Scribe');
  await page.getByRole('button', { name: 'Register agent' }).click();
  await expect(page.getByText('Waiting for its first sign of life…')).toBeVisible();
  await expect(page.getByText(`${setUp} --agent scribe`)).toBeVisible();
  await page.getByRole('button', { name: 'Show worker command' }).click();
  const line = page.locator('code').filter({ hasText: 'tandem agent run' });
  await expect(line).toContainText(`--url ${baseURL} --agent scribe`);
  const secret = String(/tdm_[\w-]+/.exec(String(await line.textContent()))?.[0]);
  await expect(page.getByText('Waiting for its first sign of life…')).toBeVisible();
  await createClient({ url: baseURL, key: secret }).tasks.list();
  await expect(page.getByText('Scribe is connected')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await done('Connect an agent');

  await step('Invite someone').getByRole('button', { name: 'Invite person' }).click();
  await page.getByRole('textbox', { name: 'Display name' }).fill('Bob Hill');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('bob-hill');
  await page.getByRole('button', { name: 'Create invite link' }).click();
  await page.getByRole('button', { name: 'Show QR code' }).click();
  await expect(page.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await done('Invite someone');

  await page.getByRole('button', { name: 'Show me the demo' }).click();
  await expect(page.getByText('tandem serve --demo')).toBeVisible();
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByRole('heading', { name: 'You’re all caught up' })).toBeVisible();
  // For good, and the palette finds it again.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'You’re all caught up' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('get started');
  await expect(page.locator('[data-highlighted]')).toHaveText('Get started');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Get started' })).toBeVisible();
  await done('Invite someone');

  // Someone who may neither register agents nor invite has only the first step left to take.
  const bob = await newPerson(tandem, baseURL, 'carl');
  const other = await browser.newPage({ baseURL });
  await signIn(other, bob.key);
  await other.goto('get-started');
  await expect(other.getByRole('listitem', { name: 'Create a task' })).toBeVisible();
  await expect(other.getByRole('listitem', { name: 'Invite someone' })).toBeHidden();
  await other.close();
});
