import { isDeepStrictEqual } from 'node:util';
import { isConditional, isRevalidated, isTagged, type Operation, operations } from '@tandem/contract';
import { tagOf } from '../http/etag.ts';
import { exampleOf, holderFor, send } from '../testing/examples.ts';
import { dump, type Seed } from '../testing/seed.ts';
import { seededWorlds } from '../testing/seeded-worlds.ts';
import { type Body, outcome, type World } from '../testing/world.ts';

const rows = (of: readonly Operation[]) =>
  of.map((operation): [string, Operation] => [operation.id, operation]);

const nextWorld = seededWorlds();
let w: World;
let seeded: Seed;
/** The number of committed changes. */
let stored: () => number;

const begin = async () => {
  ({ w, seeded, stored } = await nextWorld(w));
};
afterEach(() => expect(w.faults).toEqual([]));

const sent = (operation: Operation, headers: Record<string, string> = {}) => {
  const example = exampleOf(operation, seeded);
  return send(holderFor(w, example), operation, example, headers);
};

describe('a read', () => {
  beforeAll(begin);

  test.each(rows(operations.filter(isRevalidated)))(
    '%s has an ETag, and returns 304 if the client has the current version',
    async (_id, operation) => {
      const { headers, status } = await sent(operation);
      const etag = headers.etag as string;
      expect([status, etag]).toEqual([200, expect.stringMatching(/^"[\w-]{22,64}"$/)]);
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await sent(operation, { 'If-None-Match': known });
        expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
      }
      expect((await sent(operation, { 'If-None-Match': '"other", W/"another"' })).status).toBe(200);
    },
  );

  test.each(rows(operations.filter(({ method }) => method === 'get').filter((row) => !isRevalidated(row))))(
    '%s, a list, has no ETag',
    async (_id, operation) => {
      const { headers, status } = await sent(operation, { 'If-None-Match': '*' });
      expect([status, headers.etag]).toEqual([200, undefined]);
    },
  );
});

describe('a change', () => {
  test.each(rows(operations.filter((row) => row.method !== 'get' && isTagged(row))))(
    'the response of %s has an ETag',
    async (_id, operation) => {
      // Most changes can follow each other.
      let answer = await sent(operation);
      if (answer.status >= 300) {
        await begin();
        answer = await sent(operation);
      }
      expect([answer.status < 300, answer.headers.etag]).toEqual([
        true,
        expect.stringMatching(/^"[\w-]{22}"$/),
      ]);
    },
  );
});

/** The paths of reads for changes with a different path. */
const readOf = ({ method, path }: Operation) =>
  operations.find(
    (row) => row.method === 'get' && row.path === (method === 'post' ? path.replace(/\/\w+$/, '') : path),
  );

/** The ETag of a resource without its own read, computed from its list. */
const LISTED: Readonly<Record<string, () => Promise<object | undefined>>> = {
  'tasks.unrelate': async () => (await w.admin.reads(`/tasks/${seeded.taskId}`)).relations[0],
  'tasks.editComment': async () => (await w.admin.reads(`/tasks/${seeded.taskId}/comments`)).data[0],
  'tasks.deleteComment': async () => (await w.admin.reads(`/tasks/${seeded.taskId}/comments`)).data[0],
  'tasks.detach': async () => (await w.admin.reads(`/tasks/${seeded.taskId}/attachments`)).data[0],
  'attempts.deleteTranscript': async () =>
    (await w.admin.reads(`/tasks/${seeded.claimedTaskId}/attempts`)).data[0],
  'labels.update': async () => (await w.admin.reads('/labels')).data[0],
  'labels.delete': async () => (await w.admin.reads('/labels')).data[0],
  'keys.revoke': async () =>
    (await w.admin.readsAll('/keys')).find(({ id }: { id: string }) => id === seeded.keyId),
  'members.uninvite': async () => w.admin.reads(`/members/${seeded.memberId}`),
  'sessions.revoke': async () => (await w.admin.readsAll('/sessions'))[0],
};

async function currentTag(operation: Operation): Promise<string> {
  if (operation.id === 'tasks.put')
    return (await w.admin.get(`/tasks/${seeded.taskId}`)).headers.etag as string;
  const read = readOf(operation);
  if (!read) return tagOf(JSON.stringify(await LISTED[operation.id]?.()));
  const { params } = exampleOf(operation, seeded);
  return (await send(w.admin, read, { params: params ?? {} })).headers.etag as string;
}

describe('a change with If-Match', () => {
  /** The state of a new world. */
  let before: Body;

  beforeAll(async () => {
    await begin();
    before = await dump(w);
    await begin();
    expect(await dump(w)).toStrictEqual(before);
  });
  beforeEach(begin);

  test.each(rows(operations.filter(isConditional)))(
    '%s returns 412 for any other ETag and changes nothing, and succeeds with the current one',
    async (_id, operation) => {
      const unchanged = stored();
      const tag = await currentTag(operation);
      for (const named of ['"another"', `W/${tag}`, `"another", W/${tag}`]) {
        expect(outcome(await sent(operation, { 'If-Match': named }))).toBe('412 PRECONDITION_FAILED');
      }
      expect(outcome(await sent(operation, { 'If-Match': tag.replaceAll('"', '') }))).toBe(
        '400 VALIDATION_ERROR',
      );
      expect(stored()).toBe(unchanged);

      const changed = await sent(operation, { 'If-Match': `"another", ${tag}` });
      expect(changed.status).toBeLessThan(300);
      // Nothing is archived yet.
      if (!operation.path.endsWith('/unarchive'))
        expect(isDeepStrictEqual(await dump(w), before)).toBe(false);
      if (operation.method === 'patch') await goesOnFrom(operation, tag, changed.headers.etag as string);
    },
  );

  /** the ETag of a change's response is valid for the next change, and the one before it is not */
  async function goesOnFrom(operation: Operation, before: string, after: string): Promise<void> {
    const example = exampleOf(operation, seeded);
    const [name = ''] = Object.keys(example.body);
    const value = operation.id === 'preferences.update' ? 'light' : 'Changed again';
    const next = { ...example, body: { [name]: value } };
    const from = async (tag: string) =>
      outcome(await send(holderFor(w, example), operation, next, { 'If-Match': tag }));
    expect([await from(before), await from(after)]).toEqual(['412 PRECONDITION_FAILED', '200']);
  }
});
