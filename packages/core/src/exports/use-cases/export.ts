import { type Caller, checkAdministers, checkOwnKey } from '../../access/caller.ts';
import { shownAttempt } from '../../attempts/attempt.ts';
import type { Now } from '../../claims/claim.ts';
import { shownEvent } from '../../events/shown.ts';
import { READ_BY } from '../../events/visible.ts';
import type { File } from '../../files/file.ts';
import { requireWorkspace } from '../../lookup/workspace.ts';
import type { Snapshot, SteadyPorts, Stores } from '../../ports.ts';
import type { Page, PageSlice, Position } from '../../shared/page.ts';
import { recheckAdmin } from '../../steps/recheck.ts';
import type { Task } from '../../tasks/task.ts';
import { managersFirst } from '../parents-first.ts';
import type { Export, ExportBatch, ExportHeader, ExportOptions, ScannedType } from '../record.ts';

/** Entities per slice of the snapshot: a slice must not delay other requests. */
const SLICE = 50;

/** Exports a whole workspace (docs/export.md). */
export function exportUseCases({ storage, clock, steadyClock }: SteadyPorts) {
  return {
    /** For admins with their own keys. */
    read: async (caller: Caller, { include = [] }: ExportOptions): Promise<Export> => {
      checkAdministers(caller);
      checkOwnKey(caller);
      const { workspaceId } = caller;
      // Rights and hooks refuse here, before the response begins.
      await storage.read(workspaceId, (stores) => recheckAdmin(stores, caller));
      const chatsOf = include.includes('my-chats') ? caller.memberId : null;
      return {
        batches: {
          async *[Symbol.asyncIterator]() {
            const snapshot = await storage.snapshot(workspaceId);
            try {
              yield await headerOf(snapshot, clock());
              yield* batchesOf(snapshot, { caller, chatsOf, now: { clock: clock(), steady: steadyClock() } });
            } finally {
              await snapshot.close();
            }
          },
        },
      };
    },
  };
}

const headerOf = (snapshot: Snapshot, exportedAt: number): Promise<ExportHeader> =>
  snapshot.read(async (stores) => ({
    workspace: await requireWorkspace(stores),
    exportedAt,
    seq: (await stores.events.bounds()).last,
    merged: await stores.members.merged(),
  }));

type Read<T> = (stores: Stores, page: PageSlice) => Promise<Page<T>>;

async function* pagesOf<T>(snapshot: Snapshot, read: Read<T>): AsyncGenerator<readonly T[]> {
  for (let after: Position | undefined; ; ) {
    const from = after;
    const { items, next } = await snapshot.read((stores) => read(stores, { limit: SLICE, after: from }));
    yield items;
    if (next === null) return;
    after = next;
  }
}

interface Scope {
  readonly caller: Caller;
  /** The person whose chats are exported. */
  readonly chatsOf: string | null;
  readonly now: Now;
}

async function* batchesOf(snapshot: Snapshot, { caller, chatsOf, now }: Scope): AsyncGenerator<ExportBatch> {
  const scan = <Type extends ScannedType>(type: Type) =>
    pagesOf(snapshot, ({ exports }, page) => exports.scan(type, page));
  async function* all<Type extends ScannedType>(...types: readonly Type[]): AsyncGenerator<ExportBatch> {
    for (const type of types) for await (const items of scan(type)) yield { type, items } as never;
  }

  const members = [];
  for await (const items of scan('member')) members.push(...items);
  yield { type: 'member', items: managersFirst(members) };
  yield* all('label', 'initiative', 'goal', 'verification', 'project');
  for await (const files of scan('file'))
    yield { type: 'file', items: await snapshot.read((stores) => readable(stores, files, chatsOf)) };
  for await (const items of tasksOf(snapshot)) yield { type: 'task', items };
  yield* all('relation', 'comment', 'attachment', 'criterion', 'result', 'question');
  for await (const tasks of scan('task'))
    yield { type: 'wait', items: tasks.filter(({ waitingFor }) => waitingFor !== null) };
  for await (const records of scan('attempt'))
    yield {
      type: 'attempt',
      items: records.map((record) => {
        const { id, taskNumber } = record.claim;
        return { id, taskNumber, ...shownAttempt(record, now) };
      }),
    };
  yield* all('checkpoint', 'subscription');
  yield* usageBatches(snapshot);
  const { memberId: id } = caller;
  const preferences = id === null ? null : await snapshot.read((stores) => stores.preferences.of(id));
  if (id !== null && preferences) yield { type: 'preferences', items: [{ ...preferences, id }] };
  for await (const items of pagesOf(snapshot, ({ views }, page) => views.list(caller.memberId, page)))
    yield { type: 'view', items };
  if (chatsOf !== null) yield* chatBatches(snapshot, chatsOf);
  yield* eventBatches(snapshot, chatsOf);
}

/** Files on tasks and in the person's chats. Others belong to private chats, or to nothing. */
async function readable(stores: Stores, files: readonly File[], chatsOf: string | null): Promise<File[]> {
  const found: File[] = [];
  for (const file of files) {
    const isReadable =
      (await stores.files.isOnTask(file.id)) ||
      (chatsOf !== null && (await stores.files.isInChat(file.id, { personId: chatsOf })));
    if (isReadable) found.push(file);
  }
  return found;
}

/** Tasks in the order of their numbers, except that a parent precedes its children. */
async function* tasksOf(snapshot: Snapshot): AsyncGenerator<readonly Task[]> {
  /** Numbers of the parents that were exported before their turn. */
  const early = new Set<number>();
  const isLater = (number: number | undefined, than: Task) =>
    number !== undefined && number > than.taskNumber && !early.has(number);
  const scanned = pagesOf(snapshot, ({ exports }, page) => exports.scan('task', page));
  for await (const tasks of scanned) {
    const items: Task[] = [];
    for (const task of tasks) {
      if (early.delete(task.taskNumber)) continue;
      if (isLater(task.parent?.taskNumber, task)) {
        const ancestors = await snapshot.read(({ subtasks }) => subtasks.ancestors(task.taskNumber));
        for (const ancestor of [...ancestors].reverse()) {
          if (!isLater(ancestor.taskNumber, task)) continue;
          early.add(ancestor.taskNumber);
          items.push(ancestor);
        }
      }
      items.push(task);
    }
    yield items;
  }
}

async function* usageBatches(snapshot: Snapshot): AsyncGenerator<ExportBatch> {
  for await (const days of pagesOf(snapshot, ({ usage }, page) => usage.sums('day', {}, page)))
    for (const { day } of days) {
      if (day === undefined) continue;
      const range = { from: day, to: day };
      for await (const sums of pagesOf(snapshot, ({ usage }, page) => usage.sums('agent', range, page)))
        yield {
          type: 'usage',
          items: sums.map(({ agent, usage }) => ({ day, agentId: agent?.id ?? null, usage })),
        };
    }
}

async function* chatBatches(snapshot: Snapshot, personId: string): AsyncGenerator<ExportBatch> {
  for await (const chats of pagesOf(snapshot, (stores, page) =>
    stores.chats.list(personId, undefined, page),
  )) {
    yield { type: 'chat', items: chats };
    for (const { id } of chats)
      for await (const items of pagesOf(snapshot, ({ messages }, page) => messages.list(id, 'asc', page)))
        yield { type: 'message', items };
  }
}

/** The log as the caller sees it: events of chats only with the chats themselves. */
async function* eventBatches(snapshot: Snapshot, chatsOf: string | null): AsyncGenerator<ExportBatch> {
  for (let after = 0, more = true; more; ) {
    const from = after;
    const range = await snapshot.read(async (stores) => {
      const found = await stores.events.after(from, SLICE);
      const items = [];
      for (const event of found.events) {
        const isOfChat = READ_BY[event.entity.type] === 'person';
        if (!isOfChat || (chatsOf !== null && (await stores.chats.ofPerson(chatsOf, event.entity.id))))
          items.push(shownEvent(event));
      }
      return { ...found, items };
    });
    ({ upTo: after, more } = range);
    yield { type: 'event', items: range.items };
  }
}
