import type { NewEvent, Storage, Stores } from '../../src/index.ts';
import { aChat, aHuman, anAgent } from './rows.ts';

const AT = 1_700_000_000_000;

const anEvent = (id: string, more: Partial<NewEvent> = {}): NewEvent => ({
  id,
  actor: { type: 'human', id: 'ada', name: 'ada', keyOwner: null },
  entity: { type: 'task', id: 'task1', title: 'Task 1', taskNumber: 1 },
  action: 'created',
  changes: [],
  reason: null,
  related: null,
  createdAt: AT,
  ...more,
});

const change = (id: string, field: string) => ({ id, field, oldValue: null, newValue: field });
/** An event that no activity shows. */
const hidden = (id: string, more: Partial<NewEvent> = {}) => anEvent(id, { action: 'claimed', ...more });
const label = { type: 'label', id: 'l1', title: 'ui' } as const;

/** The contract of every Storage for the event log. */
export function events(open: () => Storage): void {
  const write = <T>(work: (stores: Stores) => Promise<T>) => open().write('w', work);
  const read = <T>(work: (stores: Stores) => Promise<T>) => open().read('w', work);
  const append = (...all: NewEvent[]) =>
    write(async (stores) => {
      const numbers: number[] = [];
      for (const each of all) numbers.push(await stores.events.append(each));
      return numbers;
    });
  const after = (seq: number, limit = 100) => read((stores) => stores.events.after(seq, limit));
  const ids = (found: { readonly events: readonly { readonly id: string }[] }) =>
    found.events.map(({ id }) => id);
  const bounds = () => read((stores) => stores.events.bounds());

  test('events are numbered 1, 2, 3 …, starting from an empty log', async () => {
    expect(await bounds()).toEqual({ keptAfter: 0, last: 0 });
    expect(await after(0)).toEqual({ events: [], upTo: 0, more: false });
    expect(await append(anEvent('a'), anEvent('b'))).toEqual([1, 2]);
    expect(await append(hidden('c'))).toEqual([3]);
    expect(await bounds()).toEqual({ keptAfter: 0, last: 3 });
  });

  test('a rolled-back unit leaves no gap in the numbers of events', async () => {
    const units = ['a', 'b', 'c'].map((id) =>
      write(async (stores) => {
        await stores.events.append(anEvent(id));
        if (id === 'b') throw new Error('no');
      }),
    );
    await Promise.allSettled(units);
    expect((await after(0)).events.map(({ id, seq }) => [id, seq])).toEqual([
      ['a', 1],
      ['c', 2],
    ]);
  });

  test('pages of events are complete after a rolled-back unit', async () => {
    await append(anEvent('a'));
    await expect(
      write(async (stores) => {
        await stores.events.append(anEvent('b'));
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await append(anEvent('c'), anEvent('d'), anEvent('e'));
    const { entity } = anEvent('a');
    const found: string[] = [];
    for (let at: number | undefined, more = true; more; ) {
      const page = await read(({ events }) =>
        events.ofEntity(entity.type, entity.id, { limit: 1, after: at }),
      );
      found.push(...page.items.map(({ id }) => id));
      at = page.items.at(-1)?.seq;
      more = page.next !== null;
    }
    expect(found).toEqual(['e', 'd', 'c', 'a']);
  });

  test('events are read back as they were written', async () => {
    const full = anEvent('a', {
      actor: { type: 'agent', id: 'bot', name: 'bot', keyOwner: 'ada' },
      action: 'updated',
      changes: [
        change('a', 'title'),
        { id: 'a2', field: 'tags', oldValue: '', newValue: null },
        change('a3', 'effort'),
      ],
      reason: 'Because "of" it\n🦉',
      related: { commentId: 'x', taskId: 'y' },
    });
    const plain = anEvent('b', { entity: label });
    const one = anEvent('c', { action: 'transitioned', changes: [change('c', 'status')] });
    await append(full, plain, one);
    expect((await after(0)).events).toEqual([
      { ...full, seq: 1 },
      { ...plain, seq: 2 },
      { ...one, seq: 3 },
    ]);
  });

  test('events after a number are read oldest first, up to the limit, with the last number covered', async () => {
    await append(...['a', 'b', 'c'].map((id) => anEvent(id)));
    const first = await after(0, 2);
    expect([ids(first), first.upTo, first.more]).toEqual([['a', 'b'], 2, true]);
    const second = await after(2, 2);
    expect([ids(second), second.upTo, second.more]).toEqual([['c'], 3, false]);
    expect(await after(3, 2)).toEqual({ events: [], upTo: 3, more: false });
  });

  test('events of one entity are read the same way, including those that no activity shows', async () => {
    const other = { type: 'task', id: 'task2', title: 'Task 2' } as const;
    await append(anEvent('a'), hidden('b'), anEvent('c', { entity: other }), anEvent('d'), hidden('e'));
    const of = async (type: 'task' | 'label', id: string, seq: number, limit = 100) =>
      read((stores) => stores.events.ofEntityAfter(type, id, seq, limit));
    expect(ids(await of('task', 'task1', 0))).toEqual(['a', 'b', 'd', 'e']);
    const page = await of('task', 'task1', 1, 2);
    expect([ids(page), page.upTo, page.more]).toEqual([['b', 'd'], 4, true]);
    expect(ids(await of('task', 'task1', 4, 2))).toEqual(['e']);
    expect(ids(await of('label', 'task1', 0))).toEqual([]);
    expect(ids(await of('task', 'none', 0))).toEqual([]);
  });

  test('activity lists and counts exactly the events that have entries', async () => {
    const bot = { type: 'agent', id: 'bot', name: 'bot', keyOwner: null } as const;
    const agent = { type: 'agent', id: 'bot', title: 'bot' } as const;
    await append(
      anEvent('a', { actor: bot }),
      hidden('b', { actor: bot }),
      anEvent('c', {
        actor: bot,
        action: 'updated',
        changes: [change('c', 'title'), change('c2', 'effort')],
      }),
      anEvent('d', { entity: agent, action: 'paused', changes: [change('d', 'paused')] }),
      anEvent('e', { entity: agent, actor: bot, action: 'updated', changes: [change('e', 'title')] }),
      anEvent('f'),
    );
    const slice = { limit: 10, after: undefined };
    const ofEntity = await read((stores) => stores.events.ofEntity('task', 'task1', slice));
    expect(ofEntity.items.map(({ id }) => id)).toEqual(['f', 'c', 'a']);
    const ofAgent = await read((stores) => stores.events.ofAgent('bot', slice));
    expect([ofAgent.items.map(({ id }) => id), ofAgent.total]).toEqual([['e', 'd', 'c', 'a'], 5]);
    expect(await read((stores) => stores.events.countOfAgent('bot'))).toBe(5);
  });

  describe('old events', () => {
    const forget = (before: number, atMost = 100) => write((stores) => stores.events.forget(before, atMost));
    const old = (id: string) => hidden(id, { createdAt: AT - 10 });
    const oldEvent = (id: string) => anEvent(id, { createdAt: AT - 10 });

    test('forgetting events works in batches, keeps those that activity shows, and moves the start of the log', async () => {
      await append(
        old('a'),
        oldEvent('b'),
        old('c'),
        oldEvent('d'),
        old('e'),
        hidden('young'),
        old('late'),
        hidden('last'),
      );
      expect(await forget(AT, 2)).toBe(true);
      expect([await bounds(), ids(await after(0))]).toEqual([
        { keptAfter: 2, last: 8 },
        ['b', 'c', 'd', 'e', 'young', 'late', 'last'],
      ]);
      expect(await forget(AT, 2)).toBe(true);
      expect(await forget(AT, 2)).toBe(false);
      expect(await bounds()).toEqual({ keptAfter: 5, last: 8 });
      // Old events after a recent one are kept.
      expect(ids(await after(5))).toEqual(['young', 'late', 'last']);
      expect(await forget(AT, 2)).toBe(false);
      const list = await read((stores) =>
        stores.events.ofEntity('task', 'task1', { limit: 9, after: undefined }),
      );
      expect(list.items.map(({ id }) => id)).toEqual(['d', 'b']);
    });

    test('forgetting keeps the last event, which the numbering depends on', async () => {
      await append(old('a'), old('b'));
      expect(await forget(AT)).toBe(false);
      expect([await bounds(), ids(await after(0))]).toEqual([{ keptAfter: 1, last: 2 }, ['b']]);
      expect(await forget(AT)).toBe(false);
      expect(await append(anEvent('c'))).toEqual([3]);
    });

    test('forgetting in an empty log does nothing', async () => {
      expect(await forget(AT)).toBe(false);
      expect(await bounds()).toEqual({ keptAfter: 0, last: 0 });
    });

    test('a rolled-back unit forgets nothing', async () => {
      await append(old('a'), old('b'));
      const undone = write(async (stores) => {
        await stores.events.forget(AT, 100);
        throw new Error('no');
      });
      await expect(undone).rejects.toThrow('no');
      expect([await bounds(), ids(await after(0))]).toEqual([{ keptAfter: 0, last: 2 }, ['a', 'b']]);
    });
  });

  test('events of chats are visible to a person from when earlier chats were closed, and all of them after reopening', async () => {
    await write(async ({ members, chats }) => {
      for (const each of [aHuman('ada'), aHuman('bob'), anAgent('bot')]) await members.insert(each);
      await chats.insert(aChat('hers', 'ada', 'bot'));
    });
    const shownAfter = () =>
      read(({ chats }) => Promise.all(['ada', 'bob'].map((id) => chats.eventsShownAfter(id))));
    expect(await shownAfter()).toEqual([0, 0]);
    await append(anEvent('a'), anEvent('b'));
    await write(({ chats }) => chats.closeAll('ada'));
    await append(anEvent('c'));
    expect(await shownAfter()).toEqual([2, 0]);
    await write(({ chats }) => chats.closeAll('ada'));
    expect(await shownAfter()).toEqual([3, 0]);
    await write(({ chats }) => chats.openAll('ada'));
    expect(await shownAfter()).toEqual([0, 0]);
  });
}
