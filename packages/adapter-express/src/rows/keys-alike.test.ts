import { nodePorts } from '@tandem/adapter-node';
import { createTandem, type Scope } from '@tandem/core';
import { inMemoryStorage } from '@tandem/core/in-memory';
import fc from 'fast-check';
import { head, raw } from '../testing/fuzz/raw.ts';
import { type Api, type Body, outcome, START, type World, world } from '../testing/world.ts';

/** The CRC-32 at the end of a secret, reimplemented. */
function crc32(text: string): number {
  let crc = -1;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A well-formed secret with a valid checksum: only the server can tell that it is not valid. */
function forged(id: string, random: string): string {
  let rest = crc32(`tdm_${id}_${random}`);
  let checksum = '';
  for (let i = 0; i < 6; i++) {
    checksum = DIGITS[rest % 62] + checksum;
    rest = Math.floor(rest / 62);
  }
  return `tdm_${id}_${random}${checksum}`;
}

interface Part {
  readonly id: string;
  readonly random: string;
}

const partsOf = (secret: string): Part => {
  const [, id = '', rest = ''] = secret.split('_');
  return { id, random: rest.slice(0, -6) };
};

const otherDigit = (text: string, at: number) =>
  text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);

/** Every kind of invalid key; undefined for no header at all. */
async function noKeys(w: World): Promise<Record<string, string | undefined>> {
  const revoked = await w.admin.creates('/keys', { name: 'Gone', kind: 'person', scopes: ['full'] });
  await w.admin.delete(`/keys/${revoked.id}`);
  const expired = await w.keyFor('ada', 'person', ['full'], w.clock.now() + 1);
  w.clock.advance(1);
  const { id, random } = partsOf(w.admin.secret);
  const stranger = partsOf((await world()).admin.secret);
  return {
    missing: undefined,
    empty: '',
    malformed: 'nonsense',
    'with a wrong checksum': otherDigit(w.admin.secret, w.admin.secret.length - 1),
    'with another secret, whose checksum is wrong': otherDigit(w.admin.secret, 40),
    'with another secret': forged(id, otherDigit(random, 0)),
    'with another secret that differs at the end': forged(id, otherDigit(random, 42)),
    'of an unknown id': forged(stranger.id, stranger.random),
    'of an unknown id, with the secret of another': forged(stranger.id, random),
    'whose id is a word of the language': forged('constructor', random),
    'whose id is __proto__': forged('__proto__', random),
    revoked: revoked.secret,
    expired: expired.secret,
    'of a deleted agent': await keyOfDeletedAgent(w),
  };
}

async function keyOfDeletedAgent(w: World): Promise<string> {
  const gone = await w.admin.creates('/agents', { name: 'gone', displayName: 'G', emoji: 'x', model: 'm' });
  const { secret } = await w.keyFor('gone', 'agent', ['full']);
  await w.admin.delete(`/agents/${gone.id}`);
  return secret;
}

test('the checksum of a forged secret is valid, so that the table above tests the right thing', async () => {
  const w = await world();
  const { id, random } = partsOf(w.admin.secret);
  expect(forged(id, random)).toBe(w.admin.secret);
});

test.each([
  ['GET', '/api/v1/me'],
  ['GET', '/api/v1/tasks/1'],
  ['GET', '/api/v1/chats/nothing/turns/nothing?wait=25'],
  ['POST', '/api/v1/files'],
  ['DELETE', '/api/v1/keys/nothing'],
])('%s %s answers every key that is none with the same bytes', async (method, path) => {
  const w = await world();
  const answers = new Map<string, string[]>();
  for (const [what, secret] of Object.entries(await noKeys(w))) {
    const headers = ['Host: tandem', 'Connection: close', 'Content-Length: 0'];
    if (secret !== undefined) headers.push(`Authorization: Bearer ${secret}`);
    const answer = await raw(w, head(`${method} ${path} HTTP/1.1`, ...headers));
    const requestId = /^X-Request-Id: (\S+)/m.exec(answer)?.[1] ?? 'no id';
    const comparable = answer.replaceAll(requestId, 'REQUEST').replace(/^Date: .*$/m, 'Date: THEN');
    answers.set(comparable, [...(answers.get(comparable) ?? []), what]);
  }
  expect([...answers.values()]).toHaveLength(1);
  expect([...answers.keys()][0]).toMatch(/^HTTP\/1\.1 401 Unauthorized\r\n[\s\S]*"code":"UNAUTHENTICATED"/);
  expect(w.faults).toEqual([]);
});

/** A digest that counts accesses to its characters. */
class CountedDigest extends String {
  looks = 0;
  override charCodeAt(at: number): number {
    this.looks++;
    return super.charCodeAt(at);
  }
}

test('every secret is digested and its whole digest compared, whether or not the key exists', async () => {
  const ports = nodePorts();
  let made: CountedDigest[] = [];
  const sha256 = (data: string | Uint8Array) => {
    const digest = new CountedDigest(ports.secrets.sha256(data));
    made.push(digest);
    return digest as unknown as string;
  };
  const tandem = createTandem({
    ...ports,
    clock: () => START,
    secrets: { ...ports.secrets, sha256 },
    storage: inMemoryStorage(),
  });
  const { secret } = await tandem.operator.createWorkspace({ name: 'Acme', admin: { name: 'ada' } });
  const { id, random } = partsOf(secret);
  const work = async (presented: string | undefined) => {
    made = [];
    const code = await tandem.authenticate(presented).then(
      () => 'a caller',
      (error) => error.code,
    );
    return [code, ...made.map(({ looks }) => looks)];
  };
  expect(await work(secret)).toEqual(['a caller', 64]);
  for (const presented of [
    undefined,
    '',
    'nonsense',
    otherDigit(secret, secret.length - 1),
    forged(id, otherDigit(random, 0)),
    forged(id, otherDigit(random, 42)),
    forged('01ARZ3NDEKTSV4RRFFQ69G5FAV', random),
  ]) {
    expect([presented, ...(await work(presented))]).toEqual([presented, 'UNAUTHENTICATED', 64]);
  }
  await tandem.close();
});

/**
 * A caller can't grant a scope that their own key lacks; `full` covers all but those of chats. A read-only key can't
 * grant any scope.
 */
test('no chain of keys ever has more scopes than its first key', async () => {
  const ALL: readonly Scope[] = [
    'agents:read',
    'agents:write',
    'tasks:read',
    'tasks:write',
    'chat:read',
    'chat:write',
    'full',
  ];
  const covers = (held: readonly Scope[], wanted: Scope) =>
    held.includes(wanted) || (held.includes('full') && !wanted.startsWith('chat:'));
  const writes = (held: readonly Scope[]) =>
    held.some((scope) => scope === 'full' || scope.endsWith(':write'));
  const w = await world();
  const scopes = fc.subarray([...ALL], { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(scopes, scopes, scopes, async (first, second, third) => {
      let holder: { post: Api['post']; scopes: readonly Scope[] } | undefined;
      const start = await w.adminWith(...first);
      holder = { post: start.post, scopes: first };
      for (const wanted of [second, third]) {
        if (!holder) return;
        const asked = { name: 'Next', kind: 'person', scopes: wanted };
        const answer: { status: number; body: Body } = await holder.post('/keys', asked);
        const held: readonly Scope[] = holder.scopes;
        const allowed: boolean = writes(held) && wanted.every((scope) => covers(held, scope));
        expect([holder.scopes, wanted, answer.status]).toEqual([holder.scopes, wanted, allowed ? 201 : 403]);
        holder = allowed ? { post: w.as(answer.body.secret).post, scopes: wanted } : undefined;
      }
    }),
    { numRuns: 60 },
  );
});

describe('an acting key', () => {
  test("an acting key of an admin has the admin's rights, except chats and actions that require a person's own key", async () => {
    const w = await world();
    const { secret } = await w.admin.creates('/keys', {
      name: 'As Ada',
      kind: 'acting',
      memberId: w.admin.id,
      scopes: ['full'],
    });
    const acting = w.as(secret);
    expect(outcome(await acting.get('/chats'))).toBe('403 CHAT_FORBIDDEN');
    expect(outcome(await acting.patch('/workspace', { name: 'Taken' }))).toBe('403 FORBIDDEN');
    for (const kind of ['person', 'service']) {
      const asked = { name: 'Mine', kind, scopes: ['chat:read'] };
      expect(outcome(await acting.post('/keys', asked))).toMatch(/^403 /);
    }
    expect((await w.admin.reads('/workspace')).name).toBe('Acme');
  });

  test("an acting key can't be created for a member of another workspace", async () => {
    const w = await world();
    const asked = { name: 'As', kind: 'acting', memberId: w.other.admin.id, scopes: ['tasks:read'] };
    expect(outcome(await w.admin.post('/keys', asked))).toBe('400 VALIDATION_ERROR');
  });

  test('an acting key is revoked with the member that it acts as', async () => {
    const w = await world();
    expect((await w.actingAsPerson.get('/me')).status).toBe(200);
    await w.admin.delete(`/members/${w.person.id}`);
    expect(outcome(await w.actingAsPerson.get('/me'))).toBe('401 UNAUTHENTICATED');
    await w.admin.delete(`/agents/${w.agent.id}`);
    expect(outcome(await w.actingAsAgent.get('/me'))).toBe('401 UNAUTHENTICATED');
  });
});
