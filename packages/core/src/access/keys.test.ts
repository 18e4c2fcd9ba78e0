import { secrets } from '../../testing/ports.ts';
import { judged, START } from '../../testing/world.ts';
import { idInSecret, newSecret, sameDigest } from '../shared/secrets.ts';
import { checkNewKey, type IssuedKind, type NewKey } from './keys.ts';

const ID = '01JNABCDEFGHJKMNPQRSTVWXYZ';
const secret = () => newSecret('tdm', ID, secrets);

describe('a secret', () => {
  test('a secret is tdm_, the key id, _ and base62 with 32 random bytes and a checksum', () => {
    expect(secret()).toMatch(/^tdm_01JNABCDEFGHJKMNPQRSTVWXYZ_[0-9A-Za-z]{49}$/);
    // 43 base62 digits hold a little more than 32 bytes.
    expect(62 ** 43).toBeGreaterThan(2 ** 256);
  });

  test('each secret is different', () => {
    expect(new Set(Array.from({ length: 100 }, secret)).size).toBe(100);
  });

  test('secrets use every base62 digit about equally often', () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 500; i++) {
      for (const digit of secret().slice(-49, -6)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
    }
    expect(counts.size).toBe(62);
    const expected = (500 * 43) / 62;
    for (const count of counts.values()) {
      expect(count).toBeGreaterThan(expected * 0.6);
      expect(count).toBeLessThan(expected * 1.4);
    }
  });

  test('a secret contains its key id', () => {
    expect(idInSecret('tdm', secret())).toBe(ID);
  });

  test('a secret with any one digit changed is recognized as invalid', () => {
    const valid = secret();
    for (let at = 0; at < valid.length; at++) {
      const digit = valid[at] === 'x' ? 'y' : 'x';
      expect(idInSecret('tdm', valid.slice(0, at) + digit + valid.slice(at + 1))).toBeNull();
    }
  });

  test.each([
    ['nothing', ''],
    ['another word', 'secret'],
    ['only its beginning', secret().slice(0, -1)],
    ['more than it', `${secret()}x`],
    ['one part too many', `${secret()}_x`],
    ['a secret of another prefix', newSecret('tdi', ID, secrets)],
    ['a secret without an id', newSecret('tdm', '', secrets)],
    ['a very long text', `tdm_${'a'.repeat(1_000_000)}_b`],
  ])('a secret is not %s', (_what, text) => {
    expect(idInSecret('tdm', text)).toBeNull();
  });
});

test.each([
  ['abc', 'abc', true],
  ['abc', 'abd', false],
  ['xbc', 'abc', false],
  ['abc', 'abcabc', false],
  ['abc', 'ab', false],
  ['abc', '', false],
  ['', 'abc', false],
  ['', '', true],
])('digests %j and %j are the same: %s', (a, b, same) => {
  expect(sameDigest(a, b)).toBe(same);
});

describe('an invalid new key', () => {
  const key = (change: Partial<NewKey>): NewKey => ({
    name: 'Laptop',
    kind: 'person',
    scopes: ['full'],
    memberId: 'm1',
    ...change,
  });
  const verdict = (change: Partial<NewKey>) => judged(() => checkNewKey(key(change), () => START));

  /** Agent, runtime and acting keys cannot have chat scopes. */
  test.each<[IssuedKind, string]>([
    ['person', 'ok'],
    ['service', 'ok'],
    ['agent', 'VALIDATION_ERROR'],
    ['runtime', 'VALIDATION_ERROR'],
    ['acting', 'VALIDATION_ERROR'],
  ])('a key of kind %s with a chat scope: %s', (kind, expected) => {
    for (const scope of ['chat:read', 'chat:write'] as const) {
      expect(verdict({ kind, scopes: [scope] })).toBe(expected);
      expect(verdict({ kind, scopes: ['full', scope] })).toBe(expected);
    }
    expect(verdict({ kind, scopes: ['full'] })).toBe('ok');
  });

  test.each<[IssuedKind, string]>([
    ['person', 'ok'],
    ['service', 'ok'],
    ['agent', 'VALIDATION_ERROR'],
    ['runtime', 'ok'],
    ['acting', 'VALIDATION_ERROR'],
  ])('a key of kind %s without memberId: %s', (kind, expected) => {
    expect(verdict({ kind, memberId: undefined })).toBe(expected);
  });

  test('a new key requires a name and at least one scope', () => {
    expect(verdict({ name: ' ' })).toBe('VALIDATION_ERROR');
    expect(verdict({ scopes: [] })).toBe('VALIDATION_ERROR');
  });

  test('a new key cannot already be expired', () => {
    expect(verdict({ expiresAt: START + 1 })).toBe('ok');
    expect(verdict({ expiresAt: START })).toBe('VALIDATION_ERROR');
    expect(verdict({ expiresAt: 1.5 })).toBe('VALIDATION_ERROR');
  });
});
