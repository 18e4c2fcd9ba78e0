import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { sqliteStorage } from '@tandem/adapter-sqlite';
import { type Operation, operations } from '@tandem/contract';
import type { Storage } from '@tandem/core';
import { inMemoryStorage } from '@tandem/core/in-memory';
import type { Answer } from '../testing/client.ts';
import { type CountingStored, countingStored } from '../testing/counting-kept.ts';
import { type Example, exampleOf, holderFor, send } from '../testing/examples.ts';
import { asWhole } from '../testing/parts.ts';
import { dump, type Seed, seed } from '../testing/seed.ts';
import { type Body, outcome, type World, world } from '../testing/world.ts';

const UNKNOWN = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

let w: World;
let ours: Seed;
let theirs: Seed;
/** The storage, which counts committed changes. */
let counting: CountingStored;
/** The number of commits at the last full read. */
let readAt: number;
let ourState: Body;
let theirState: Body;

const folder = mkdtempSync(join(tmpdir(), 'tandem-isolation-'));

const STORAGES: [string, () => Storage][] = [
  ['in memory', inMemoryStorage],
  ['on SQLite', () => sqliteStorage({ file: join(folder, 'tandem.db') })],
];

async function begin(storage: Storage): Promise<void> {
  counting = countingStored(storage);
  w = await world({ storage: counting.storage });
  ours = await seed(w);
  theirs = await seed(w.other);
  ourState = await dump(w);
  theirState = await dump(w.other);
  readAt = counting.stored();
}

afterAll(() => rmSync(folder, { recursive: true }));

/** A response without its request-specific parts. */
function comparable({ status, headers, body }: Answer) {
  const requestId = headers['x-request-id'];
  const { 'x-request-id': _id, date: _date, ...others } = headers;
  return {
    status,
    headers: others,
    body: JSON.parse(JSON.stringify(body).replaceAll(requestId ?? '', 'REQUEST')),
  };
}

const ask = async (operation: Operation, example: Example) =>
  comparable(asWhole(operation, await send(holderFor(w, example), operation, example)));

/** Reads everything, unless nothing was committed since the last read. */
async function nothingHasChanged(): Promise<void> {
  if (counting.stored() !== readAt) await everythingIsAsItWas();
}

async function everythingIsAsItWas(): Promise<void> {
  readAt = counting.stored();
  for (const [is, was] of [
    [await dump(w), ourState],
    [await dump(w.other), theirState],
  ]) {
    // Jest is slow to compare equal objects.
    if (!isDeepStrictEqual(is, was)) expect(is).toStrictEqual(was);
  }
}

/** External ids are the caller's own words: every workspace may have the same. */
const withParams = operations.filter(({ path }) => path.includes('/:') && !path.includes('/external/'));
const withBodies = operations.filter(({ body }) => body !== undefined);
const rows = (of: readonly Operation[]) =>
  of.map((operation): [string, Operation] => [operation.id, operation]);

/** All ways to replace some of the parameters, one at a time and all at once. */
function mixtures(own: Record<string, string>, foreign: Record<string, string>): Record<string, string>[] {
  // Attempts are numbered in each task.
  const { attempt, ...ids } = own;
  const all = attempt === undefined ? foreign : { ...foreign, attempt };
  return [...Object.keys(ids).map((name) => ({ ...own, [name]: foreign[name] as string })), all];
}

/** The ids of workspace data in a body: the values that differ between workspaces. */
function references(own: Body, foreign: Body, path: string[] = []): string[][] {
  if (typeof own === 'string') return own === foreign ? [] : [path];
  if (own === null || typeof own !== 'object') return [];
  return Object.keys(own).flatMap((key) => references(own[key], foreign[key], [...path, key]));
}

function replaced(body: Body, [key, ...rest]: string[], value: unknown): Body {
  if (key === undefined) return value;
  const copy = Array.isArray(body) ? [...body] : { ...body };
  copy[key] = replaced(copy[key], rest, value);
  return copy;
}

const at = (body: Body, path: string[]): unknown => path.reduce((inside, key) => inside[key], body);

describe.each(STORAGES)('%s', (_name, storage) => {
  beforeAll(() => begin(storage()));
  afterAll(() => w.tandem.close());

  test.each(rows(withParams))(
    '%s: an id of another workspace gets the same response as a missing one',
    async (_id, operation) => {
      const example = exampleOf(operation, ours);
      const own = example.params ?? {};
      const foreign = exampleOf(operation, theirs).params ?? {};
      expect(Object.keys(own)).toEqual(operation.path.match(/(?<=:)\w+/g));
      const unknown = Object.fromEntries(Object.keys(own).map((name) => [name, UNKNOWN]));

      const [forForeign, forUnknown] = [mixtures(own, foreign), mixtures(own, unknown)];
      for (const [i, params] of forForeign.entries()) {
        const answer = await ask(operation, { ...example, params });
        expect(answer.status).toBe(404);
        expect(answer).toStrictEqual(
          await ask(operation, { ...example, params: forUnknown[i] as Record<string, string> }),
        );
      }
      await nothingHasChanged();
    },
  );

  test.each(rows(withBodies))(
    '%s: a reference in the body to another workspace gets the same response as a missing one',
    async (_id, operation) => {
      // Codes are valid in every workspace; a token is identified by its turn.
      if (
        ['members.acceptInvitation', 'sessions.create', 'sessions.preview'].includes(operation.id) ||
        operation.path.includes('/turns/')
      )
        return;
      const example = exampleOf(operation, ours);
      const foreign = exampleOf(operation, theirs).body;
      for (const path of references(example.body, foreign)) {
        const forForeign = { ...example, body: replaced(example.body, path, at(foreign, path)) };
        const answer = await ask(operation, forForeign);
        // Any token other than the claim's gets the same response.
        expect(answer.status).toBe(path[0] === 'token' ? 409 : operation.inParts ? 404 : 400);
        expect(answer).toStrictEqual(
          await ask(operation, { ...example, body: replaced(example.body, path, UNKNOWN) }),
        );
      }
      await nothingHasChanged();
    },
  );

  test("a file of another workspace can't be sent in a chat, like a missing one", async () => {
    const sent = async (fileId: string) =>
      comparable(await w.admin.post('/chats', { agentId: ours.agentId, body: 'Look', fileIds: [fileId] }));
    const answer = await sent(theirs.fileId);
    expect(answer.status).toBe(400);
    expect(answer).toStrictEqual(await sent(UNKNOWN));
    await nothingHasChanged();
  });

  test.each([
    ['/tasks?projectId=', 'projectId'],
    ['/tasks?createdBy=', 'memberId'],
    ['/tasks?assigned=', 'memberId'],
    ['/projects?initiativeId=', 'initiativeId'],
    ['/goals?initiativeId=', 'initiativeId'],
    ['/events?entity=task:', 'taskId'],
    ['/events?entity=chat:', 'chatId'],
    ['/events?entity=key:', 'keyId'],
  ] as const)('GET %s with an id of another workspace finds nothing', async (path, name) => {
    expect((await w.admin.reads(path + theirs[name])).data).toEqual([]);
  });

  test('a list shows nothing of another workspace', async () => {
    const ids = (state: Body): string[] =>
      Object.entries(state).flatMap(([path, items]) =>
        path === '/workspace' ? [(items as Body).id] : (items as Body[]).flatMap(({ id }) => id ?? []),
      );
    const known = new Set(ids(ourState));
    expect(known.size).toBeGreaterThan(20);
    expect(ids(theirState).filter((id) => known.has(id))).toEqual([]);
  });

  test("a key is valid only for its own workspace, and can't choose another", async () => {
    expect((await w.other.admin.reads('/me')).workspace.id).toBe(w.other.id);
    const asked = await w.admin.request('get', `/tasks/${theirs.taskId}`).set('X-Workspace-Id', w.other.id);
    expect(outcome(asked)).toBe('404 NOT_FOUND');
  });

  test('isolation tests have changed neither workspace', everythingIsAsItWas);
});
