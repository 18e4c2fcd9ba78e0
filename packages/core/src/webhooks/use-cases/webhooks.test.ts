import { outcome, refusal, type World, world } from '../../../testing/world.ts';

const URL = 'https://example.org/hook';

let w: World;
beforeEach(async () => {
  w = await world();
});

const create = (by = w.admin, input: object = {}) =>
  w.tandem.webhooks.create(by, { url: URL, types: ['task.created'], ...input });

const eventTypes = async () => {
  const { items } = await w.tandem.events.list(w.admin, { limit: 100 });
  return items.map(({ event }) => event.type).filter((type) => type.startsWith('webhook.'));
};

describe('a webhook', () => {
  test('only an admin with full can create a webhook', async () => {
    expect(await outcome(() => create())).toBe('ok');
    for (const by of [w.member, w.agent, w.service, w.runtime, w.actingAsMember]) {
      expect(await outcome(() => create(by))).toBe('FORBIDDEN');
    }
    expect(await outcome(async () => create(await w.caller('ada', 'person', ['tasks:read'])))).toBe(
      'FORBIDDEN',
    );
  });

  test('a lent key cannot create a webhook, which would outlast it', async () => {
    const acting = await w.caller('ada', 'acting', ['full']);
    expect((await refusal(() => create(acting))).message).toContain('cannot create or change webhooks');
    expect(await outcome(() => w.tandem.webhooks.list(acting, {}))).toBe('ok');
  });

  test('only admins with full can see webhooks', async () => {
    const { id } = await create();
    expect((await w.tandem.webhooks.get(w.admin, id)).url).toBe(URL);
    for (const by of [w.member, w.agent, w.service, w.runtime]) {
      expect(await outcome(() => w.tandem.webhooks.get(by, id))).toBe('FORBIDDEN');
      expect(await outcome(() => w.tandem.webhooks.list(by, {}))).toBe('FORBIDDEN');
      expect(await outcome(() => w.tandem.webhooks.deliveries(by, id, {}))).toBe('FORBIDDEN');
    }
  });

  test('a webhook of another workspace is 404 for every operation', async () => {
    const { id } = await w.tandem.webhooks.create(w.other.admin, { url: URL, types: ['*'] });
    const { webhooks } = w.tandem;
    for (const work of [
      () => webhooks.get(w.admin, id),
      () => webhooks.update(w.admin, id, { enabled: false }),
      () => webhooks.delete(w.admin, id),
      () => webhooks.test(w.admin, id),
      () => webhooks.rotate(w.admin, id),
      () => webhooks.deliveries(w.admin, id, {}),
      () => webhooks.retry(w.admin, id, 'none'),
      () => webhooks.replay(w.admin, id, { after: 'latest' }),
    ]) {
      expect(await outcome(work)).toBe('NOT_FOUND');
    }
  });

  test.each([
    ['an address that is none', { url: 'example' }, 'url'],
    ['an address that nothing can be sent to', { url: 'http://example.org/' }, 'url'],
    ['no types', { types: [] }, 'types'],
    ['a type that is none', { types: ['task.eaten'] }, 'types'],
    ['a description that is too long', { description: 'x'.repeat(501) }, 'description'],
  ])('a webhook with %s is refused', async (_, input, field) => {
    const { code, fields } = await refusal(() => create(w.admin, input));
    expect([code, Object.keys(fields ?? {})]).toEqual(['VALIDATION_ERROR', [field]]);
    const { id } = await create();
    expect(await outcome(() => w.tandem.webhooks.update(w.admin, id, input))).toBe('VALIDATION_ERROR');
  });

  test('a webhook keeps each type once, and only * if that is among them', async () => {
    expect((await create(w.admin, { types: ['task.created', 'task.created'] })).types).toEqual([
      'task.created',
    ]);
    expect((await create(w.admin, { types: ['task.created', '*'] })).types).toEqual(['*']);
  });

  test('a workspace has at most 50 webhooks', async () => {
    for (let i = 0; i < 50; i++) await create();
    expect(await outcome(() => create())).toBe('LIMIT_REACHED');
  });

  test('events about a webhook reveal neither its address nor its secret', async () => {
    const { id, secret } = await create(w.admin, { url: 'https://example.org/hidden-in-the-path' });
    await w.tandem.webhooks.update(w.admin, id, { url: 'https://example.com/hidden-in-the-path' });
    const rotated = await w.tandem.webhooks.rotate(w.admin, id);
    await w.tandem.webhooks.update(w.admin, id, { url: 'https://example.com/hidden-in-the-path' });
    await w.tandem.webhooks.delete(w.admin, id);
    expect(await eventTypes()).toEqual([
      'webhook.created',
      'webhook.updated',
      'webhook.rotated',
      'webhook.deleted',
    ]);
    const json = JSON.stringify(await w.tandem.events.list(w.admin, { limit: 100 }));
    for (const hidden of ['hidden-in-the-path', secret, rotated.secret]) expect(json).not.toContain(hidden);
  });

  test('rotating a webhook changes its secret, and the previous one signs for 24 hours', async () => {
    const { id, secret } = await create();
    const rotated = await w.tandem.webhooks.rotate(w.admin, id);
    expect(rotated.secret).not.toBe(secret);
    expect(rotated.oldSecret).toEqual({ secret, until: w.time.now() + 24 * 60 * 60_000 });
  });

  test("a webhook enabled by another admin after its creator's demotion becomes theirs", async () => {
    const { id } = await create();
    await w.tandem.members.update(w.admin, w.member.id, { role: 'admin' });
    const bob = await w.caller('bob', 'person');
    await w.tandem.webhooks.update(bob, id, { enabled: false });
    expect((await w.tandem.webhooks.update(bob, id, { enabled: true })).creator.name).toBe('ada');
    await w.tandem.webhooks.update(bob, id, { enabled: false });
    await w.tandem.members.update(bob, w.admin.id, { role: 'member' });
    expect((await w.tandem.webhooks.update(bob, id, { enabled: true })).creator.name).toBe('bob');
  });

  test('an admin demoted at the same moment changes nothing', async () => {
    const { id } = await create();
    await w.tandem.members.update(w.admin, w.member.id, { role: 'admin' });
    const bob = await w.caller('bob', 'person');
    await w.tandem.members.update(bob, w.admin.id, { role: 'member' });
    // A request authenticated as an admin before the demotion.
    expect(await outcome(() => w.tandem.webhooks.update(w.admin, id, { enabled: false }))).toBe('FORBIDDEN');
    expect(await outcome(() => w.tandem.webhooks.rotate(w.admin, id))).toBe('FORBIDDEN');
  });
});
