import { outcome, refusal, type World, world } from '../../testing/world.ts';

/* A key must not affect data of others beyond its rights. */

let w: World;
beforeEach(async () => {
  w = await world();
});

const textFile = (text: string) => ({
  fileName: 'a.txt',
  mimeType: 'text/plain',
  content: (async function* () {
    yield new TextEncoder().encode(text);
  })(),
});

describe('an acting key', () => {
  test('an acting key reads files that the person sent in a chat only once they are on a task', async () => {
    const file = await w.tandem.files.upload(w.member, textFile('private'));
    expect(await outcome(() => w.tandem.files.get(w.actingAsMember, file.id))).toBe('ok');
    await w.tandem.chats.start(w.member, { agentId: w.agent.id, body: 'see', fileIds: [file.id] });
    expect(await outcome(() => w.tandem.files.get(w.actingAsMember, file.id))).toBe('NOT_FOUND');
    expect(await outcome(() => w.tandem.files.get(w.member, file.id))).toBe('ok');
    const task = await w.tandem.tasks.create(w.member, { title: 'x' });
    await w.tandem.attachments.attach(w.member, task.id, { fileId: file.id });
    expect(await outcome(() => w.tandem.files.get(w.actingAsMember, file.id))).toBe('ok');
  });

  test("an acting key neither sees nor revokes that person's keys", async () => {
    expect((await w.tandem.keys.list(w.actingAsMember, {})).items.map(({ id }) => id)).toEqual([
      w.actingAsMember.key.id,
    ]);
    expect(await outcome(() => w.tandem.keys.revoke(w.actingAsMember, w.member.key.id))).toBe('NOT_FOUND');
    expect(await outcome(() => w.tandem.keys.revoke(w.actingAsMember, w.actingAsMember.key.id))).toBe('ok');
  });
});

test("no key can have the operator's name in the log", async () => {
  for (const name of [
    'the operator',
    ' The Operator ',
    'the  operator',
    'the\u00a0operator',
    'the\toperator',
    'the\u200b operator',
    '\ufeffthe opera\u00adtor\u202c',
    'the operator \u200f',
  ]) {
    const refused = await refusal(() =>
      w.tandem.keys.create(w.admin, { name, kind: 'runtime', scopes: ['full'] }),
    );
    expect(Object.keys(refused.fields ?? {})).toEqual(['name']);
  }
});

test('a key that expires cannot create one that outlives it', async () => {
  const expiresAt = w.time.now() + 60_000;
  const { secret } = await w.tandem.keys.create(w.member, {
    name: 'k',
    kind: 'person',
    scopes: ['full'],
    expiresAt,
  });
  const ending = await w.tandem.authenticate(secret);
  const make = (until?: number) =>
    outcome(() =>
      w.tandem.keys.create(ending, { name: 'n', kind: 'person', scopes: ['full'], expiresAt: until }),
    );
  expect([await make(), await make(expiresAt + 1), await make(expiresAt)]).toEqual([
    'FORBIDDEN',
    'FORBIDDEN',
    'ok',
  ]);
});

test('removing a person cancels their open turns, ends waits for them, and leaves nothing to claim', async () => {
  const eve = await w.newPerson('eve');
  const { turn, chat } = await w.tandem.chats.start(eve, { agentId: w.agent.id, body: 'hi' });
  const waiting = outcome(() => w.tandem.chats.turn(eve, chat.id, turn.id, { wait: 25 }));
  await w.held(1);
  await w.tandem.members.delete(w.admin, eve.id);
  await waiting;
  expect(w.tandem.waiting()).toBe(0);
  expect(await w.tandem.turns.claim(w.agent, w.agent.id, {})).toBeNull();
});

test('keys of agents stay valid when the admin who created them leaves, but those of runtimes do not', async () => {
  await w.tandem.members.update(w.admin, w.member.id, { role: 'admin' });
  const { secret } = await w.tandem.keys.create(w.admin, {
    name: 'k',
    kind: 'agent',
    memberId: w.agent.id,
    scopes: ['full'],
  });
  const bob = await w.tandem.operator.callerFor(w.workspaceId, 'bob');
  await w.tandem.members.delete(bob, w.admin.id);
  expect(await outcome(() => w.tandem.authenticate(secret))).toBe('ok');
  expect((await w.tandem.keys.list(bob, { limit: 100 })).items.map(({ kind }) => kind).sort()).toEqual([
    'agent',
    'agent',
    'person',
  ]);
});

test('a task has at most 50 labels, and a request for more creates none', async () => {
  const labels = Array.from({ length: 51 }, (_, i) => `l${i}`);
  const refused = await refusal(() =>
    w.tandem.tasks.create(w.admin, { title: 'x', labels, createMissing: true }),
  );
  expect(Object.keys(refused.fields ?? {})).toEqual(['labels']);
  expect((await w.tandem.labels.list(w.admin, {})).items).toEqual([]);
});
