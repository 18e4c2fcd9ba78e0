import type { Api } from '@tandem/server/testing';
import type { Register } from './changes.ts';
import type { Talk } from './messages.ts';
import type { Moved, Step } from './statuses.ts';
import type { Ended } from './turns.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies are read as the checks need them
type Item = any;

/** All items of a list, page by page. */
export async function listed(api: Api, path: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor = ''; ; ) {
    const { status, body } = await api('GET', `${path}${path.includes('?') ? '&' : '?'}limit=100${cursor}`);
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body)}`);
    items.push(...body.data);
    if (!body.hasMore) return items;
    cursor = `&cursor=${encodeURIComponent(body.cursor)}`;
  }
}

/** The tasks' status changes, according to their activity and their creator's notifications. */
export async function movedTasks(api: Api, numbers: readonly number[]): Promise<Moved[]> {
  const notifications = (await listed(api, 'notifications')).toReversed();
  return Promise.all(
    numbers.map(async (task): Promise<Moved> => {
      const { body } = await api('GET', `tasks/${task}`);
      const activity = (await listed(api, `tasks/${task}/activity`)).toReversed();
      const steps: Step[] = activity
        .filter(({ action }) => action === 'transitioned')
        .map(({ oldValue, newValue, actorType }) => ({ from: oldValue, to: newValue, by: actorType }));
      const own = notifications
        .filter((each) => each.task.taskNumber === task)
        .map(({ from, to, reason, actor }) => ({ from, to, reason, by: actor.type }));
      return { task, status: body.status, steps, notified: own };
    }),
  );
}

/** The fields of tasks, with their changes from the initial values. */
export async function registersOf(
  api: Api,
  numbers: readonly number[],
  initial: (task: number) => Readonly<Record<string, string | null>>,
): Promise<Register[]> {
  const registers = await Promise.all(
    numbers.map(async (task) => {
      const { body } = await api('GET', `tasks/${task}`);
      const activity = (await listed(api, `tasks/${task}/activity`)).toReversed();
      const values: Record<string, string | null> = { ...body, tags: body.tags.join(', ') };
      return Object.entries(initial(task)).map(([field, at]): Register => {
        const entries = activity
          .filter((entry) => entry.action === 'updated' && entry.field === field)
          .map(({ oldValue, newValue }) => ({ from: oldValue, to: newValue }));
        return { task, field, initial: at, value: values[field] ?? null, entries };
      });
    }),
  );
  return registers.flat();
}

/** Every chat of a person with its messages, and its one turn. */
export async function chatsOf(api: Api, person: string): Promise<{ talks: Talk[]; turns: Ended[] }> {
  const talks: Talk[] = [];
  const turns: Ended[] = [];
  for (const chat of await listed(api, 'chats?status=all')) {
    const messages = await listed(api, `chats/${chat.id}/messages?order=asc`);
    const own = messages.filter(({ role }) => role === 'human');
    talks.push({
      person,
      id: chat.id,
      messages: own.map(({ id, body, clientMessageId }) => ({ id, body, key: clientMessageId })),
    });
    const answers = messages.filter(({ role }) => role === 'assistant').map(({ body }) => body);
    for (const { turnId } of own) {
      const { body: turn } = await api('GET', `chats/${chat.id}/turns/${turnId}`);
      const { status, errorCode, reply } = turn;
      turns.push({ turn: turnId, chat: chat.id, status, errorCode, reply: reply?.body ?? null, answers });
    }
  }
  return { talks, turns };
}
