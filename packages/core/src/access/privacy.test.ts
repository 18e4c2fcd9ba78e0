import { outcome, refusal, type World, world } from '../../testing/world.ts';

/* What one key must not do to what is another's. */

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

describe('a key that acts as somebody', () => {
  test('does not read what that person has sent in a chat, and does once it is on a task', async () => {
    const file = await w.tandem.files.upload(w.member, textFile('private'));
    expect(await outcome(() => w.tandem.files.get(w.actingAsMember, file.id))).toBe('ok');
    await w.tandem.chats.start(w.member, { agentId: w.agent.id, body: 'see', fileIds: [file.id] });
    expect(await outcome(() => w.tandem.files.get(w.actingAsMember, file.id))).toBe('NOT_FOUND');
    expect(await outcome(() => w.tandem.files.get(w.member, file.id))).toBe('ok');
    const task = await w.tandem.tasks.create(w.member, { title: 'x' });
    await w.tandem.attachments.attach(w.member, task.id, { fileId: file.id });
    expect(await outcome(() => w.tandem.files.get(w.actingAsMember, file.id))).toBe('ok');
  });

  test("neither sees nor revokes that person's keys", async () => {
    expect((await w.tandem.keys.list(w.actingAsMember, {})).items.map(({ id }) => id)).toEqual([
      w.actingAsMember.key.id,
    ]);
    expect(await outcome(() => w.tandem.keys.revoke(w.actingAsMember, w.member.key.id))).toBe('NOT_FOUND');
    expect(await outcome(() => w.tandem.keys.revoke(w.actingAsMember, w.actingAsMember.key.id))).toBe('ok');
  });
});

test('no key may be called what the record calls the operator', async () => {
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

test('a key that ends makes none that outlives it', async () => {
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

test('removing a person cancels their open turns and ends the waits for them, and nobody claims them', async () => {
  const eve = await w.newPerson('eve');
  const { turn, chat } = await w.tandem.chats.start(eve, { agentId: w.agent.id, body: 'hi' });
  const waiting = outcome(() => w.tandem.chats.turn(eve, chat.id, turn.id, 25));
  await w.held(1);
  await w.tandem.members.delete(w.admin, eve.id);
  await waiting;
  expect(w.tandem.waiting()).toBe(0);
  expect(await w.tandem.turns.claim(w.agent, w.agent.id, {})).toBeNull();
});

test("an admin who leaves does not take the agents' keys along, but those of the runtimes", async () => {
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

test('a task carries at most 50 labels, and a request for more makes none', async () => {
  const labels = Array.from({ length: 51 }, (_, i) => `l${i}`);
  const refused = await refusal(() =>
    w.tandem.tasks.create(w.admin, { title: 'x', labels, createMissing: true }),
  );
  expect(Object.keys(refused.fields ?? {})).toEqual(['labels']);
  expect((await w.tandem.labels.list(w.admin, {})).items).toEqual([]);
});
