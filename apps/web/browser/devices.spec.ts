import { expectAccessibleInBothThemes } from './axe.ts';
import { expect, test } from './test.ts';

test('a link from the profile signs the same person in on another device', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto('settings/profile');
  await page.getByRole('button', { name: 'Create sign-in link' }).click();
  await expect(page.getByRole('img', { name: 'QR code of the sign-in link' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Show link' }).click();
  const link = await page.getByText(/#code=tdl_/).textContent();
  const phone = await browser.newPage({ baseURL });
  await phone.goto(link ?? '');
  await expect(phone.getByRole('button', { name: 'Ada Winter' })).toBeVisible();
  await phone.close();
});

test('an admin signs out a person who lost their browser, and invites them again', async ({
  page,
  browser,
  tandem,
  baseURL,
}) => {
  const agent = await tandem.agents.create({ name: 'nova', displayName: 'Nova', emoji: '✨', model: 'any' });
  const { invitation } = await tandem.members.create({ name: 'carl', displayName: 'Carl Summer' });
  const lost = await browser.newPage({ baseURL });
  await lost.goto(`${baseURL}/#code=${invitation.code}`);
  await expect(lost.getByRole('button', { name: 'Carl Summer' })).toBeVisible();
  await lost.evaluate(
    async (agentId) =>
      fetch('/api/v1/chats', {
        method: 'POST',
        headers: { 'Tandem-Session': '1', 'Content-Type': 'application/json' },
        body: JSON.stringify({ agentId, body: 'Hello' }),
      }),
    agent.id,
  );

  await page.goto('settings/members');
  await page.getByRole('button', { name: 'New invitation for Carl Summer' }).click();
  await expect(page.getByText('their existing chats are closed')).toBeVisible();
  await page.getByRole('button', { name: 'Create invitation' }).click();
  await page.getByRole('button', { name: 'Sign out and create invitation' }).click();
  await page.getByRole('button', { name: 'Show link' }).click();
  const link = await page.getByText(/#code=tdi_/).textContent();
  await expect(lost.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await lost.close();

  // The link warns before it closes the chats.
  const laptop = await browser.newPage({ baseURL });
  await laptop.goto(link ?? '');
  await expect(laptop.getByText('existing chats will be closed')).toBeVisible();
  await expectAccessibleInBothThemes(laptop);
  await laptop.getByRole('button', { name: 'Sign in as Carl Summer' }).click();
  await expect(laptop.getByRole('button', { name: 'Carl Summer' })).toBeVisible();
  await laptop.close();
});
