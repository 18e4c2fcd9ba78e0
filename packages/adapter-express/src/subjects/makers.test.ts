import { held, startChat } from '../testing/conversation.ts';
import { type Body, type Holder, outcome, type World, world } from '../testing/world.ts';

let w: World;
/** Bob, who is an admin for now, by his own key. */
let bob: Holder;
beforeEach(async () => {
  w = await world();
  bob = w.person;
  await w.admin.does('patch', `/members/${bob.id}`, { role: 'admin' });
});

const make = async (by: Holder, kind: string, more: object = {}): Promise<Body> => {
  const key = await by.creates('/keys', { name: `A ${kind} key`, kind, scopes: ['full'], ...more });
  return { ...key, ...w.as(key.secret) };
};
const demote = () => w.admin.does('patch', `/members/${bob.id}`, { role: 'member' });
const promote = () => w.admin.does('patch', `/members/${bob.id}`, { role: 'admin' });
const remove = () => w.admin.request('delete', `/members/${bob.id}`);
const answerTo = async (key: Body) => outcome(await key.get('/me'));

/** A key of each kind that Bob makes. */
const madeByBob = async () => ({
  person: await make(bob, 'person'),
  service: await make(bob, 'service'),
  agent: await make(bob, 'agent', { memberId: w.agent.id }),
  runtime: await make(bob, 'runtime'),
  acting: await make(bob, 'acting', { memberId: w.admin.id }),
});

/** The current response to each key. */
const answersTo = async (keys: Record<string, Body>) =>
  Object.fromEntries(
    await Promise.all(Object.entries(keys).map(async ([kind, key]) => [kind, await answerTo(key)])),
  );

const GONE = '401 UNAUTHENTICATED';

describe('an admin who is demoted', () => {
  test('a demoted admin’s acting and runtime keys stop working at once', async () => {
    const keys = await madeByBob();
    for (const kind of Object.keys(keys)) expect((await answersTo(keys))[kind]).toBe('200');
    await demote();
    expect(await answersTo(keys)).toEqual({
      person: '200',
      service: '200',
      agent: '200',
      runtime: GONE,
      acting: GONE,
    });
    await promote();
    expect((await answersTo(keys)).runtime).toBe('200');
  });

  test('a waiting request of a demoted admin’s runtime key ends with 401', async () => {
    const runtime = await make(bob, 'runtime');
    const waiting = Promise.resolve(runtime.post(`/agents/${w.agent.id}/turns/claim`, { wait: 25 }));
    await held(w.tandem, 1);
    await demote();
    await startChat(w.admin, w.agent.id);
    expect(outcome(await waiting)).toBe(GONE);
  });

  test('keys that the operator created survive the demotion of their member', async () => {
    const runtime = await w.keyFor('bob', 'runtime', ['full']);
    const acting = await w.keyFor('bob', 'acting', ['full']);
    await demote();
    expect([await answerTo(runtime), await answerTo(acting)]).toEqual(['200', '200']);
  });
});

describe('an invitation', () => {
  const accept = (code: string) => w.as().post('/invitations/accept', { code });
  const invited = async () =>
    (await bob.creates('/members', { name: 'carl', displayName: 'Carl', role: 'admin' })) as Body;

  test.each([
    ['demoted', demote],
    ['removed', remove],
  ])('an invitation by an admin who is %s is the same 404 as an unknown code', async (_how, lose) => {
    const { id, invitation } = await invited();
    await lose();
    const refused = await accept(invitation.code);
    const unknown = await accept('nothing');
    expect([outcome(refused), refused.body.error.message]).toEqual([
      '404 NOT_FOUND',
      unknown.body.error.message,
    ]);
    expect(await w.admin.readsAll('/keys')).not.toContainEqual(expect.objectContaining({ memberId: id }));
    const { code } = await w.admin.creates(`/members/${id}/invitation`, {});
    expect(outcome(await accept(code))).toBe('201');
  });

  test('an invitation renewed by a demoted admin works only once they are promoted again', async () => {
    const { id } = await w.admin.creates('/members', { name: 'carl', displayName: 'Carl', role: 'admin' });
    const { code } = await bob.creates(`/members/${id}/invitation`, {});
    await demote();
    expect(outcome(await accept(code))).toBe('404 NOT_FOUND');
    await promote();
    expect(outcome(await accept(code))).toBe('201');
  });
});

describe('a person who is removed', () => {
  test('removing a person removes the keys that they created, except those of agents', async () => {
    const keys = await madeByBob();
    await remove();
    expect(await answersTo(keys)).toEqual({
      person: GONE,
      service: GONE,
      agent: '200',
      runtime: GONE,
      acting: GONE,
    });
    const names = (await w.admin.readsAll('/keys')).map(({ name }) => name);
    expect(names).toContain('A agent key');
    for (const kind of ['person', 'service', 'runtime', 'acting'])
      expect(names).not.toContain(`A ${kind} key`);
  });

  test('removing a person returns 204, or with return=representation the removed and remaining keys', async () => {
    const { agent, ...going } = await madeByBob();
    await make(bob, 'agent', { memberId: w.agent.id, expiresAt: w.clock.now() + 1 });
    await make(w.admin, 'agent', { memberId: w.agent.id });
    w.clock.advance(1);
    const before = (await w.admin.readsAll('/keys')).filter(
      ({ memberId, createdBy, kind }) => memberId === bob.id || (createdBy === bob.id && kind !== 'agent'),
    );
    const answer = await remove().set('Prefer', 'respond-async, return="representation"; foo=bar');
    expect([answer.status, answer.headers['preference-applied']]).toEqual([200, 'return=representation']);
    expect(answer.body).toStrictEqual({
      id: bob.id,
      keys: before.map(({ id, name, kind }) => ({ id, name, kind })),
      remaining: [{ id: agent.id, name: 'A agent key', kind: 'agent', memberId: w.agent.id }],
    });
    for (const key of Object.values(going)) {
      expect(answer.body.keys).toContainEqual({ id: key.id, name: key.name, kind: key.kind });
    }
    expect(answer.body.keys).not.toContainEqual(expect.objectContaining({ id: agent.id }));
    expect(answer.text).not.toContain(going.runtime.secret);
  });

  test('return=representation works with handling=strict, and other preferences return 204', async () => {
    const { id } = await w.admin.creates('/members', { name: 'carl', displayName: 'Carl' });
    const asked = (prefer: string, of: string) =>
      w.admin.request('delete', `/members/${of}`).set('Prefer', prefer);
    const minimal = await asked('return=minimal', id);
    expect([minimal.status, minimal.headers['preference-applied'], minimal.text]).toEqual([
      204,
      undefined,
      '',
    ]);
    const both = await asked('handling=strict, return=representation', bob.id);
    expect([both.status, both.headers['preference-applied']]).toEqual([
      200,
      'handling=strict, return=representation',
    ]);
  });
});
