import type { Page, Request } from '@playwright/test';
import { expect, test } from './test.ts';

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

const isNewest = (request: Request) => /[?&]limit=1(&|$)/.test(request.url());
const isColumn = (request: Request, status: string) =>
  !isNewest(request) && new RegExp(`[?&]status=${status}(&|$)`).test(request.url());

/** A promise, and the function that resolves it. */
function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/**
 * Delays the lists that `holds` selects, and the event stream, until each is released. Tasks in delayed lists are
 * dated past their last event: the server stamps an event up to a millisecond after its task, so the page would
 * sometimes read it again.
 */
async function holdRequests(page: Page, holds: (request: Request) => boolean) {
  const lists = gate();
  const stream = gate();
  await page.route(/\/api\/v1\/tasks\?/, async (route) => {
    if (!holds(route.request())) return route.continue();
    await lists.opened;
    const response = await route.fetch();
    const list = (await response.json()) as { data: { updatedAt: string }[] };
    for (const task of list.data) task.updatedAt = new Date(Date.parse(task.updatedAt) + 1_000).toISOString();
    await route.fulfill({ response, json: list });
  });
  await page.route(/\/events\/stream/, async (route) => {
    await stream.opened;
    await route.continue();
  });
  return { releaseLists: lists.open, releaseStream: stream.open };
}

/** Resolves once a board has read the lists of these columns. */
const columnsRead = (page: Page, ...statuses: string[]) =>
  Promise.all(
    statuses.map((status) =>
      page.waitForResponse(async (response) => {
        if (!response.url().includes('/api/v1/tasks?') || !isColumn(response.request(), status)) return false;
        return (await response.finished()) === null;
      }),
    ),
  );

test('a task created while the board is being read appears in its column', { tag: '@main' }, async ({
  page,
  tandem,
}) => {
  const { releaseLists, releaseStream } = await holdRequests(page, isNewest);
  const read = columnsRead(page, 'backlog', 'todo', 'in_progress', 'done');
  await page.goto('tasks');
  await read;
  await tandem.tasks.create({ title: 'Paint the railing' });
  const newest = page.waitForResponse((response) => isNewest(response.request()));
  releaseLists();
  await (await newest).finished();
  releaseStream();
  await expect(page.getByRole('img', { name: 'Live' })).toBeVisible();
  await expect(column(page, 'To do').getByRole('link', { name: 'Paint the railing' })).toBeVisible();
});

test('a task moved while the board is being read is in one column only', async ({ page, tandem }) => {
  const { taskNumber } = await tandem.tasks.create({ title: 'Paint the railing', status: 'in_progress' });
  const { releaseLists, releaseStream } = await holdRequests(
    page,
    (request) => isNewest(request) || isColumn(request, 'todo'),
  );
  const read = columnsRead(page, 'backlog', 'in_progress', 'done');
  await page.goto('tasks');
  await read;
  await tandem.tasks.transition(taskNumber, { to: 'todo' });
  releaseLists();
  await expect(column(page, 'To do').getByRole('link', { name: 'Paint the railing' })).toBeVisible();
  releaseStream();
  await expect(page.getByRole('img', { name: 'Live' })).toBeVisible();
  await expect(column(page, 'In progress').getByRole('link', { name: 'Paint the railing' })).toBeHidden();
  await expect(column(page, 'To do').getByRole('link', { name: 'Paint the railing' })).toBeVisible();
});
