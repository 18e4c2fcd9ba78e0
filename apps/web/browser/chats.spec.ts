import type { Chat, ClaimedTurn, TurnsReplyBody } from '@tandem/client';
import { expectAccessibleInBothThemes } from './axe.ts';
import { newWorker, type Worker } from './team.ts';
import { expect, type Page, signInWith, test } from './test.ts';

/** The agent's side of a chat. */
async function claim({ agent, client }: Worker): Promise<ClaimedTurn> {
  const claimed = await client.turns.claim(agent.id, { wait: 10, leaseSeconds: 60 });
  if (!claimed) throw new Error('There is no turn.');
  return claimed;
}

async function reply(worker: Worker, answer: Omit<TurnsReplyBody, 'token'>): Promise<void> {
  const { turn, lease } = await claim(worker);
  await worker.client.turns.reply(worker.agent.id, turn.id, { ...answer, token: lease.token });
}

const field = (page: Page) => page.getByRole('textbox', { name: 'Message to scribe' });
const messages = (page: Page) => page.getByRole('list', { name: 'Messages' }).getByRole('listitem');

test('a first message starts a chat, and the reply appears as it arrives', { tag: '@main' }, async ({
  page,
  tandem,
  baseURL,
}) => {
  const scribe = await newWorker(tandem, baseURL, 'scribe');
  await newWorker(tandem, baseURL, 'pilot');
  await page.goto('chats');
  await page.getByRole('combobox', { name: 'Agent' }).fill('scr');
  await page.getByRole('option', { name: 'scribe' }).click();
  await field(page).fill('Is anything in sight?');
  await field(page).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Is anything in sight?' })).toBeVisible();
  await expect(page.getByText('scribe hasn’t started yet')).toBeVisible();

  const { turn, lease } = await claim(scribe);
  await expect(page.getByText('scribe is answering')).toBeVisible();
  await scribe.client.turns.reply(scribe.agent.id, turn.id, {
    token: lease.token,
    body: '**Land**, in the west.',
  });
  await expect(page.getByText('Land, in the west.')).toBeVisible();
  await expect(page.getByText('scribe is answering')).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: 'scribe answered.' })).toHaveCount(1);
});

test('a sent first message is not in the next new chat', async ({ page, tandem, baseURL }) => {
  await newWorker(tandem, baseURL, 'scribe');
  await page.goto('chats');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach files' }).click();
  await (await chooser).setFiles({ name: 'tides.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b') });
  await expect(page.getByText('uploading…')).toHaveCount(0);
  for (const expected of [1, 2]) {
    await field(page).fill('Good morning');
    await page.getByRole('button', { name: 'Start chat' }).click();
    await expect(page.getByText('scribe hasn’t started yet')).toBeVisible();
    await page.getByRole('link', { name: 'New chat' }).click();
    await expect(field(page)).toHaveValue('');
    await expect(page.getByRole('button', { name: 'Remove tides.csv' })).toHaveCount(0);
    await expect.poll(async () => (await tandem.chats.list()).data).toHaveLength(expected);
  }
});

test('a reply that arrives on another page shows a notice with a link', async ({ page, tandem, baseURL }) => {
  const scribe = await newWorker(tandem, baseURL, 'scribe');
  await tandem.chats.start({ agentId: scribe.agent.id, body: 'Well?' });
  await page.goto('agents');
  await expect(page.getByRole('img', { name: 'Live' })).toBeVisible();
  await reply(scribe, { body: 'Land!' });
  await expect(page.getByText('scribe answered.')).toBeVisible();
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByText('Land!')).toBeVisible();
});

test('a session without chat access says so', async ({ page, tandem }) => {
  await signInWith(page, tandem, 'full');
  await page.goto('chats');
  await expect(page.getByText('You don’t have access to chats')).toBeVisible();
});

test('pressing a suggestion sends it', async ({ page, tandem, baseURL }) => {
  const scribe = await newWorker(tandem, baseURL, 'scribe');
  const { thread } = await tandem.chats.start({ agentId: scribe.agent.id, body: 'Well?' });
  await reply(scribe, {
    body: 'Land!',
    suggestions: [
      { kind: 'reply', text: 'Which land?' },
      { kind: 'link', text: 'https://example.org/land' },
      { kind: 'link', text: 'javascript:alert(1)' },
    ],
  });
  await page.goto(`chats/${thread.id}`);
  await expect(page.getByRole('button', { name: 'Which land?' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'https://example.org/land' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'javascript:alert(1)' })).toHaveCount(0);
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Which land?' }).click();
  await expect(messages(page).last()).toContainText('Which land?');
  await expect(page.getByText('scribe hasn’t started yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Which land?' })).toBeHidden();
  const { data } = await tandem.chats.messages(thread.id);
  expect(data[0]?.body).toBe('Which land?');
});

test('a message whose response was lost is shown at once and arrives once', async ({
  page,
  tandem,
  baseURL,
}) => {
  const { thread } = await aChat(tandem, await newWorker(tandem, baseURL, 'scribe'));
  const keys: (string | undefined)[] = [];
  await page.route(`**/chats/${thread.id}/messages`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await page.goto(`chats/${thread.id}`);
  await field(page).fill('Once, please.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(messages(page).last()).toContainText('Once, please.');
  await expect(field(page)).toHaveValue('');
  await expect(page.getByText('scribe hasn’t started yet')).toBeVisible();
  await expect(page.getByText('Once, please.')).toHaveCount(1);
  expect(new Set(keys).size).toBe(1);
  await expect.poll(async () => (await tandem.chats.get(thread.id)).messageCount).toBe(3);
});

test('a refused message stays with its reason, and can be sent again or edited', async ({
  page,
  tandem,
  baseURL,
}) => {
  const { thread } = await aChat(tandem, await newWorker(tandem, baseURL, 'scribe'));
  await page.route(`**/chats/${thread.id}/messages`, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 403, json: { error: { code: 'FORBIDDEN', message: 'Not at night.' } } })
      : route.continue(),
  );
  await page.goto(`chats/${thread.id}`);
  await field(page).fill('Hello?');
  await field(page).press('Enter');
  await expect(page.getByRole('alert')).toContainText('Not sent. Not at night.');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(field(page)).toHaveValue('Hello?');
  await field(page).press('Enter');
  await expect(page.getByRole('alert')).toContainText('Not at night.');
  await page.unroute(`**/chats/${thread.id}/messages`);
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('scribe hasn’t started yet')).toBeVisible();
  await expect.poll(async () => (await tandem.chats.get(thread.id)).messageCount).toBe(3);
});

test('a message written offline is sent once there is a connection', async ({
  page,
  context,
  tandem,
  baseURL,
}) => {
  const { thread } = await aChat(tandem, await newWorker(tandem, baseURL, 'scribe'));
  await page.goto(`chats/${thread.id}`);
  await field(page).fill('From the tunnel');
  await context.setOffline(true);
  await field(page).press('Enter');
  await expect(page.getByRole('alert')).toContainText('Not sent.');
  await context.setOffline(false);
  await expect(page.getByText('scribe hasn’t started yet')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect.poll(async () => (await tandem.chats.get(thread.id)).messageCount).toBe(3);
});

test('a reload while sending sends the message once, and drafts survive', async ({
  page,
  tandem,
  baseURL,
}) => {
  const { thread } = await aChat(tandem, await newWorker(tandem, baseURL, 'scribe'));
  const path = `**/chats/${thread.id}/messages`;
  await page.goto(`chats/${thread.id}`);
  await field(page).fill('A thought that is not finished');
  await page.reload();
  await expect(field(page)).toHaveValue('A thought that is not finished');

  const held = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/messages'),
  );
  await page.route(path, (route) => (route.request().method() === 'POST' ? undefined : route.continue()));
  await field(page).press('Enter');
  await held;
  await page.unroute(path);
  await page.reload();
  await expect(page.getByText('scribe hasn’t started yet')).toBeVisible();
  await expect(messages(page).filter({ hasText: 'A thought that is not finished' })).toHaveCount(1);
  await expect.poll(async () => (await tandem.chats.get(thread.id)).messageCount).toBe(3);
  await expect(field(page)).toHaveValue('');
});

test('a message to a paused agent says that it waits until the agent resumes', async ({
  page,
  tandem,
  baseURL,
}) => {
  const { agent } = await newWorker(tandem, baseURL, 'scribe');
  await tandem.agents.update(agent.id, { paused: true });
  const { thread } = await tandem.chats.start({ agentId: agent.id, body: 'Well?' });
  await page.goto(`chats/${thread.id}`);
  await expect(page.getByText('scribe is paused and starts once someone resumes it')).toBeVisible();
  await tandem.agents.update(agent.id, { paused: false });
  await expect(page.getByText('scribe hasn’t started yet')).toBeVisible();
});

test('a failed turn says why, and its message can be sent again', async ({ page, tandem, baseURL }) => {
  const scribe = await newWorker(tandem, baseURL, 'scribe');
  const { thread } = await tandem.chats.start({ agentId: scribe.agent.id, body: 'Well?' });
  await page.goto(`chats/${thread.id}`);
  const { turn, lease } = await claim(scribe);
  await scribe.client.turns.fail(scribe.agent.id, turn.id, {
    token: lease.token,
    errorCode: 'too_foggy',
    message: 'Nothing can be seen.',
  });
  await expect(page.getByText('scribe couldn’t answer. Nothing can be seen.')).toBeVisible();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(messages(page)).toHaveCount(2);
  await reply(scribe, { body: 'Now I see it.' });
  await expect(page.getByText('Now I see it.')).toBeVisible();
});

test('files are added by button and by paste, and images are shown inline', async ({
  page,
  tandem,
  baseURL,
}) => {
  const { thread } = await aChat(tandem, await newWorker(tandem, baseURL, 'scribe'));
  await page.goto(`chats/${thread.id}`);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach files' }).click();
  await (await chooser).setFiles({ name: 'tides.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b') });
  await expect(page.getByRole('button', { name: 'Remove tides.csv' })).toBeVisible();
  await field(page).evaluate((element, base64) => {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], 'north.png', { type: 'image/png' }));
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, PICTURE);
  await expect(page.getByRole('button', { name: 'Remove north.png' })).toBeVisible();
  await messages(page)
    .first()
    .evaluate((element) => {
      const data = new DataTransfer();
      data.items.add(new File(['dropped'], 'log.txt', { type: 'text/plain' }));
      for (const kind of ['dragover', 'drop'])
        element.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
    });
  await expect(page.getByRole('button', { name: 'Remove log.txt' })).toBeVisible();
  await expect(page.getByText('uploading…')).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove log.txt' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Remove tides.csv' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove log.txt' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Send' }).click();
  const sent = messages(page).filter({ hasText: 'tides.csv' });
  await expect(sent.getByRole('link', { name: /tides\.csv/ })).toBeVisible();
  const picture = sent.locator('img');
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
});

test('older messages load above without moving the text, and new ones stay in view at the end', async ({
  page,
  tandem,
  baseURL,
}) => {
  const scribe = await newWorker(tandem, baseURL, 'scribe');
  const { thread } = await tandem.chats.start({ agentId: scribe.agent.id, body: 'Message 1' });
  for (let number = 2; number <= 44; number += 2) {
    await reply(scribe, { body: `Message ${number}` });
    if (number < 44) await tandem.chats.send(thread.id, { body: `Message ${number + 1}` });
  }
  await page.goto(`chats/${thread.id}`);
  const message = (text: string) =>
    page.getByRole('list', { name: 'Messages' }).getByText(text, { exact: true });
  await expect(message('Message 44')).toBeInViewport();
  await expect(message('Message 4')).toHaveCount(0);

  // Browsers don't anchor the scroll position at the very top.
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route(/messages\?.*cursor=/, async (route) => {
    await held;
    await route.continue();
  });
  const read = message('Message 5');
  await page.locator('[data-scroller]', { has: read }).evaluate((scroller) => scroller.scrollTo(0, 0));
  await expect(page.getByText('Loading older messages…')).toBeInViewport();
  const placeOf = async () => Math.round((await read.boundingBox())?.y ?? 0);
  const before = await placeOf();
  goOn();
  await expect(message('Message 1')).toHaveCount(1);
  // The loading line is gone.
  expect(Math.abs((await placeOf()) - before)).toBeLessThanOrEqual(2);

  await tandem.chats.send(thread.id, { body: 'Message 45' });
  await expect(message('Message 45')).toHaveCount(1);
  expect(Math.abs((await placeOf()) - before)).toBeLessThanOrEqual(2);
  await page.getByRole('button', { name: 'Jump to latest message' }).click();
  await expect(message('Message 45')).toBeInViewport();
  await reply(scribe, { body: `The end.${'\n\nmore'.repeat(30)}\n\nThe very end.` });
  await expect(page.getByText('The very end.')).toBeInViewport();
});

test('archiving warns that it stops the reply; an archived chat is read-only and can be unarchived', async ({
  page,
  tandem,
  baseURL,
}) => {
  const scribe = await newWorker(tandem, baseURL, 'scribe');
  const { thread } = await tandem.chats.start({ agentId: scribe.agent.id, body: 'Count the gulls' });
  await page.goto(`chats/${thread.id}`);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  const asks = page.getByRole('alertdialog', { name: 'Stop the answer?' });
  await expect(asks).toContainText('stops the answer in progress');
  await asks.getByRole('button', { name: 'Stop and archive' }).click();
  await expect(page.getByText('This chat is archived. Restore it to send messages.')).toBeVisible();
  await expect(page.getByText('Answer stopped.')).toBeVisible();
  await expect(page.getByText('No chats yet')).toBeVisible();
  const which = page.getByRole('navigation', { name: 'Filter chats' });
  await which.getByRole('link', { name: 'Archived' }).click();
  await expect(page.getByRole('link', { name: 'Count the gulls' })).toBeVisible();
  await expect(which.locator('[aria-current]')).toHaveText('Archived');
  await expect(field(page)).toBeHidden();
  await expect.poll(async () => (await tandem.chats.get(thread.id)).activeTurn).toBeNull();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Restore' }).click();
  await expect(field(page)).toBeVisible();
});

test('a chat is renamed in place, and deleted after confirmation', async ({ page, tandem, baseURL }) => {
  const { thread } = await aChat(tandem, await newWorker(tandem, baseURL, 'scribe'));
  await page.goto(`chats/${thread.id}`);
  await page.getByRole('button', { name: 'Edit title' }).click();
  await page.getByRole('textbox', { name: 'title' }).fill('Of gulls');
  await page.getByRole('textbox', { name: 'title' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Of gulls' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Chats' }).getByText('Of gulls')).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete chat' }).click();
  await expect(page.getByText('No chats yet')).toBeVisible();
  await expect.poll(async () => (await tandem.chats.list({ status: 'all' })).data).toHaveLength(0);
});

test('many tabs that wait for replies leave connections for their other requests', async ({
  page,
  context,
  tandem,
  baseURL,
}) => {
  const scribe = await newWorker(tandem, baseURL, 'scribe');
  const open = async (tab: Page, body: string) => {
    const { thread } = await tandem.chats.start({ agentId: scribe.agent.id, body });
    await tab.goto(`chats/${thread.id}`);
    await expect(tab.getByText('scribe hasn’t started yet')).toBeVisible();
    return tab;
  };
  await open(page, 'Number 0');
  // Browsers allow six connections per server.
  const tabs: Page[] = [];
  for (let number = 1; number <= 6; number++)
    tabs.push(await open(await context.newPage(), `Number ${number}`));
  await reply(scribe, { body: 'It is number 0.' });
  await expect(page.getByText('It is number 0.')).toBeVisible();
  for (const [number, tab] of tabs.entries()) {
    await reply(scribe, { body: `It is number ${number + 1}.` });
    await expect(tab.getByText(`It is number ${number + 1}.`)).toBeVisible();
  }
});

test('a chat with a removed agent says so, and changes by others appear', async ({
  page,
  tandem,
  baseURL,
}) => {
  const scribe = await newWorker(tandem, baseURL, 'scribe');
  const { thread } = await aChat(tandem, scribe);
  await page.goto(`chats/${thread.id}`);
  await expect(field(page)).toBeVisible();
  await tandem.chats.rename(thread.id, { title: 'Renamed elsewhere' });
  await expect(page.getByRole('heading', { level: 1, name: 'Renamed elsewhere' })).toBeVisible();
  await tandem.agents.delete(scribe.agent.id);
  await expect(page.getByText('This agent was deleted. You can read the chat')).toBeVisible();
});

test('without chat in the plan the page says so', async ({ page, tandem }) => {
  const about = await tandem.workspace.get();
  await page.route('**/api/v1/workspace', (route) =>
    route.fulfill({ json: { ...about, plan: { chat: false } } }),
  );
  await page.goto('chats');
  await expect(page.getByText('Chat isn’t included in this workspace’s plan')).toBeVisible();
});

test('a narrow window shows either the list or the chat', async ({ page, tandem, baseURL }) => {
  const { thread } = await aChat(tandem, await newWorker(tandem, baseURL, 'scribe'));
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('chats');
  await page.getByRole('link', { name: thread.title }).click();
  await expect(field(page)).toBeInViewport();
  await expect(page.getByRole('link', { name: 'New chat' })).toBeHidden();
  await page.getByRole('link', { name: 'All chats' }).click();
  await expect(page.getByRole('link', { name: 'New chat' })).toBeVisible();
  await expect(field(page)).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

/** A chat with a question and its answer. */
async function aChat(tandem: Worker['client'], scribe: Worker): Promise<{ thread: Chat }> {
  const { thread } = await tandem.chats.start({ agentId: scribe.agent.id, body: 'Well?' });
  await reply(scribe, { body: 'Land!' });
  return { thread };
}

const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
