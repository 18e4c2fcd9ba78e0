import { type Operation, operations } from '@tandem/contract';
import type { Scope } from '@tandem/core';
import type { Answer } from '../testing/client.ts';
import { type Example, exampleOf, keyFor, open, send, unmatched } from '../testing/examples.ts';
import type { Seed } from '../testing/seed.ts';
import { seededWorlds } from '../testing/seeded-worlds.ts';
import { type Holder, outcome, type World, world } from '../testing/world.ts';

const SCOPES: Scope[] = [
  'agents:read',
  'agents:write',
  'tasks:read',
  'tasks:write',
  'chat:read',
  'chat:write',
  'full',
];

const READ: Scope[] = ['tasks:read'];
const WRITE: Scope[] = ['tasks:write'];
const ANY_KEY: Scope[] = [];
/** A read-only key can't create keys, and can revoke only itself. */
const ANY_WRITE: Scope[] = ['tasks:write', 'full', 'agents:write', 'chat:write'];

/** The scope or alternative scopes of each operation (docs/rules.md, Scopes). */
const NEEDS: Record<string, Scope[] | 'no key'> = {
  'tasks.list': READ,
  'tasks.counts': READ,
  'tasks.create': WRITE,
  'tasks.get': READ,
  'tasks.split': WRITE,
  'tasks.put': WRITE,
  'tasks.bulk': WRITE,
  'tasks.update': WRITE,
  'tasks.delete': WRITE,
  'tasks.transition': WRITE,
  'tasks.archive': WRITE,
  'tasks.unarchive': WRITE,
  'tasks.relate': WRITE,
  'tasks.unrelate': WRITE,
  'tasks.comments': READ,
  'tasks.comment': WRITE,
  'tasks.editComment': WRITE,
  'tasks.deleteComment': WRITE,
  'tasks.attachments': READ,
  'tasks.attach': WRITE,
  'tasks.detach': WRITE,
  'tasks.subscription': READ,
  'tasks.subscribe': WRITE,
  'tasks.unsubscribe': WRITE,
  'tasks.activity': READ,
  'claims.next': WRITE,
  'claims.claim': WRITE,
  'claims.heartbeat': WRITE,
  'claims.release': WRITE,
  'attempts.list': READ,
  'attempts.putTranscript': WRITE,
  'attempts.deleteTranscript': WRITE,
  'results.post': WRITE,
  'results.list': READ,
  'results.review': WRITE,
  'verifications.next': WRITE,
  'verifications.claim': WRITE,
  'verifications.heartbeat': WRITE,
  'verifications.release': WRITE,
  'verifications.report': WRITE,
  'verifications.retry': WRITE,
  'verifications.ofTask': READ,
  'verifications.list': READ,
  'verifications.get': READ,
  'questions.ask': WRITE,
  'questions.list': READ,
  'questions.get': READ,
  'questions.answer': WRITE,
  'questions.withdraw': WRITE,
  'inbox.list': READ,
  'inbox.answer': WRITE,
  'labels.list': READ,
  'labels.create': WRITE,
  'labels.update': WRITE,
  'labels.delete': WRITE,
  'projects.list': READ,
  'projects.create': WRITE,
  'projects.get': READ,
  'projects.update': WRITE,
  'projects.delete': WRITE,
  'projects.archive': WRITE,
  'projects.unarchive': WRITE,
  'projects.tasks': READ,
  'views.list': READ,
  'views.create': WRITE,
  'views.get': READ,
  'views.update': WRITE,
  'views.delete': WRITE,
  'initiatives.list': READ,
  'initiatives.create': WRITE,
  'initiatives.get': READ,
  'initiatives.update': WRITE,
  'initiatives.delete': WRITE,
  'initiatives.projects': READ,
  'search.find': READ,
  'goals.list': READ,
  'goals.create': WRITE,
  'goals.get': READ,
  'goals.update': WRITE,
  'goals.verify': WRITE,
  'goals.verifications': READ,
  'goals.archive': WRITE,
  'goals.unarchive': WRITE,
  'goals.delete': WRITE,
  'agents.list': ['agents:read'],
  'agents.create': ['agents:write'],
  'agents.get': ['agents:read'],
  'agents.update': ['agents:write'],
  'agents.delete': ['agents:write'],
  'agents.stop': ['agents:write'],
  'usage.list': ['agents:read'],
  'agents.sessions': ['agents:read'],
  'agents.pushSessions': ['agents:write'],
  'agents.activity': ['agents:read'],
  'agents.telemetry': ['agents:read'],
  'agents.pushTelemetry': ['agents:write'],
  'events.list': ['tasks:read', 'agents:read', 'chat:read'],
  'events.stream': ['tasks:read', 'agents:read', 'chat:read'],
  'exports.read': ['full'],
  'imports.list': ['full'],
  'imports.create': ['full'],
  'imports.get': ['full'],
  'imports.add': ['full'],
  'imports.preview': ['full'],
  'imports.finish': ['full'],
  'imports.undo': ['full'],
  'webhooks.create': ['full'],
  'webhooks.list': ['full'],
  'webhooks.get': ['full'],
  'webhooks.update': ['full'],
  'webhooks.delete': ['full'],
  'webhooks.test': ['full'],
  'webhooks.rotate': ['full'],
  'webhooks.deliveries': ['full'],
  'webhooks.retry': ['full'],
  'webhooks.replay': ['full'],
  'notifications.list': READ,
  'notifications.markRead': WRITE,
  'notifications.markAllRead': WRITE,
  'preferences.get': READ,
  'preferences.update': WRITE,
  'files.upload': ['tasks:write', 'chat:write'],
  'files.get': ['tasks:read', 'chat:read'],
  'files.content': ['tasks:read', 'chat:read'],
  'chats.list': ['chat:read'],
  'chats.start': ['chat:write'],
  'chats.get': ['chat:read'],
  'chats.messages': ['chat:read'],
  'chats.send': ['chat:write'],
  'chats.turn': ['chat:read'],
  'chats.rename': ['chat:write'],
  'chats.archive': ['chat:write'],
  'chats.unarchive': ['chat:write'],
  'chats.delete': ['chat:write'],
  'turns.claim': ['agents:write'],
  'turns.heartbeat': ['agents:write'],
  'turns.reply': ['agents:write'],
  'turns.fail': ['agents:write'],
  'turns.release': ['agents:write'],
  'work.next': ['agents:write', 'tasks:write'],
  'members.list': READ,
  'members.create': ['full'],
  'members.get': READ,
  'members.update': ['full'],
  'members.delete': ['full'],
  'members.merge': ['full'],
  'members.invite': ['full'],
  'members.uninvite': ['full'],
  'members.acceptInvitation': 'no key',
  'keys.list': ANY_KEY,
  'keys.create': ANY_WRITE,
  'keys.revoke': ANY_WRITE,
  'sessions.list': ANY_KEY,
  'sessions.create': 'no key',
  'sessions.preview': 'no key',
  'sessions.link': ANY_KEY,
  'sessions.revoke': ANY_WRITE,
  'workspace.get': ANY_KEY,
  'workspace.update': ['full'],
  'workspace.me': ANY_KEY,
};

const needsOf = ({ id }: Operation): Scope[] | 'no key' => {
  const needs = NEEDS[id];
  if (needs === undefined)
    throw new Error(`The operation ${id} is missing from the table of scopes: add it.`);
  return needs;
};

const table = operations.map((operation): [string, Operation] => [operation.id, operation]);

/** full includes every scope except those of chats. */
const includes = (held: Scope, needed: Scope) =>
  held === needed || (held === 'full' && !needed.startsWith('chat:'));

const nextWorld = seededWorlds();
let w: World;
let seeded: Seed;

const keyWith = (example: Example, scopes: Scope[]): Promise<Holder> => keyFor(w, example, scopes);

test('the tables have exactly the operations of the contract', async () => {
  ({ w, seeded } = await nextWorld());
  expect(unmatched(seeded)).toEqual([]);
  expect(Object.keys(NEEDS).sort()).toEqual(operations.map(({ id }) => id).sort());
});

describe('scopes', () => {
  /** Reads share a world. */
  let isUsed = true;

  async function begin(operation: Operation): Promise<void> {
    if (isUsed) ({ w, seeded } = await nextWorld(w));
    isUsed = operation.method !== 'get';
  }

  test.each(table)('%s is allowed with only its scope, and rejected without it', async (_id, operation) => {
    await begin(operation);
    const needs = needsOf(operation);
    const example = exampleOf(operation, seeded);
    if (needs === 'no key') {
      expect(outcome(await send(w.as(), operation, example))).toMatch(/^20[01]$/);
      return;
    }
    if (needs.length === 0) {
      const answer = await send(await keyWith(example, ['agents:read']), operation, example);
      expect(outcome(answer)).not.toMatch(/UNAUTHENTICATED|INSUFFICIENT_SCOPE/);
      return;
    }
    const others = SCOPES.filter(
      (scope) =>
        !needs.some((needed) => includes(scope, needed)) && !(example.by && scope.startsWith('chat:')),
    );
    const refused = await send(await keyWith(example, others), operation, example);
    expect(outcome(refused)).toBe('403 INSUFFICIENT_SCOPE');
    for (const needed of needs) expect(refused.body.error.message).toContain(needed);

    const granted = needs.includes('full') ? needs : needs.slice(0, 1);
    const passed = await send(await keyWith(example, granted), operation, example);
    expect(passed.status).toBeLessThan(300);
  });

  test.each(table.filter(([, operation]) => needsOf(operation).length > 1))(
    '%s is allowed with the alternative scope',
    async (_id, operation) => {
      await begin(operation);
      const example = exampleOf(operation, seeded);
      const [, second] = needsOf(operation) as Scope[];
      const passed = await send(await keyWith(example, [second as Scope]), operation, example);
      expect(passed.status).toBeLessThan(300);
    },
  );

  test.each(table)('%s is allowed with full, unless it is about chats', async (_id, operation) => {
    await begin(operation);
    const needs = needsOf(operation);
    if (needs === 'no key') return;
    const example = exampleOf(operation, seeded);
    const answer = await send(await keyWith(example, ['full']), operation, example);
    const chats = needs.length > 0 && needs.every((scope) => scope.startsWith('chat:'));
    if (chats) expect(outcome(answer)).toBe('403 INSUFFICIENT_SCOPE');
    // Its code opens chats as well, which a key with only full does not.
    else if (operation.id === 'sessions.link') expect(outcome(answer)).toBe('403 FORBIDDEN');
    else expect(answer.status).toBeLessThan(300);
  });
});

describe('an invalid key', () => {
  let secrets: Record<string, string | undefined>;

  beforeAll(async () => {
    ({ w, seeded } = await nextWorld(w));
    const revoked = await w.admin.creates('/keys', { name: 'Gone', kind: 'person', scopes: ['full'] });
    await w.admin.delete(`/keys/${revoked.id}`);
    const expired = await w.keyFor('ada', 'person', ['full'], w.clock.now() + 1);
    w.clock.advance(1);
    const unknown = (await world()).admin.secret;
    const { secret } = w.admin;
    secrets = {
      missing: undefined,
      empty: 'Bearer ',
      'without a scheme': secret,
      'of another scheme': `Basic ${Buffer.from(`ada:${secret}`).toString('base64')}`,
      malformed: 'Bearer nonsense',
      'with something behind it': `Bearer ${secret} and more`,
      'cut short': `Bearer ${secret.slice(0, -1)}`,
      'with another id': `Bearer ${secret.replace(/_\w+?_/, '_01ARZ3NDEKTSV4RRFFQ69G5FAV_')}`,
      unknown: `Bearer ${unknown}`,
      revoked: `Bearer ${revoked.secret}`,
      expired: `Bearer ${expired.secret}`,
    };
  });

  const comparable = ({ status, headers, body }: Answer) => {
    const { requestId, ...error } = body.error;
    expect(requestId).toBe(headers['x-request-id']);
    return { status, error, challenge: headers['www-authenticate'], type: headers['content-type'] };
  };

  test.each(table)('%s returns the same 401 for every kind of invalid key', async (_id, operation) => {
    if (needsOf(operation) === 'no key') return;
    const example = exampleOf(operation, seeded);
    for (const authorization of Object.values(secrets)) {
      const test = open(w.as(), operation, example);
      if (authorization !== undefined) test.set('Authorization', authorization);
      const answer = await (example.body === undefined ? test : test.send(example.body));
      expect(comparable(answer)).toStrictEqual({
        status: 401,
        error: { code: 'UNAUTHENTICATED', message: expect.stringContaining('Authorization: Bearer') },
        challenge: 'Bearer',
        type: expect.stringContaining('application/json'),
      });
    }
  });

  test('the scheme of Authorization may be in lower case', async () => {
    const answer = await w.as().request('get', '/me').set('Authorization', `bearer ${w.admin.secret}`);
    expect(answer.status).toBe(200);
  });

  test('an invalid key is rejected before the request is validated', async () => {
    const answer = await w
      .as('nonsense')
      .request('post', '/tasks')
      .set('Content-Type', 'text/plain')
      .send('{');
    expect(outcome(answer)).toBe('401 UNAUTHENTICATED');
  });
});
