import { judged } from '../../testing/world.ts';
import { checkGrant } from './grant.ts';
import type { Scope } from './scopes.ts';

describe('a key cannot grant a scope that it lacks', () => {
  // biome-ignore format: a table
  test.each<[Scope[], Scope[], string]>([
    [['full'],                                  ['agents:read', 'agents:write', 'tasks:read', 'tasks:write', 'full'], 'ok'],
    [['full'],                                  ['chat:read'],           'FORBIDDEN'],
    [['full'],                                  ['full', 'chat:write'],  'FORBIDDEN'],
    [['full', 'chat:read'],                     ['chat:read'],           'ok'],
    [['full', 'chat:read'],                     ['chat:write'],          'FORBIDDEN'],
    [['tasks:read'],                            ['tasks:read'],          'ok'],
    [['tasks:read'],                            ['tasks:write'],         'FORBIDDEN'],
    [['tasks:write'],                           ['tasks:read'],          'FORBIDDEN'],
    [['tasks:read', 'tasks:write', 'agents:read', 'agents:write'], ['full'], 'FORBIDDEN'],
  ])('a key with %j grants %j: %s', (own, wanted, expected) => {
    expect(judged(() => checkGrant({ scopes: own, expiresAt: null }, { scopes: wanted }))).toBe(expected);
  });
});

describe('a key that expires', () => {
  const ending = { scopes: ['full'] as Scope[], expiresAt: 2_000 };

  test.each([
    ['one that ends with it', 2_000, 'ok'],
    ['one that ends before it', 1_000, 'ok'],
    ['one that outlives it', 2_001, 'FORBIDDEN'],
    ['one without an end', undefined, 'FORBIDDEN'],
  ])('a key that expires creates %s: %s', (_, expiresAt, expected) => {
    expect(judged(() => checkGrant(ending, { scopes: ['full'], expiresAt }))).toBe(expected);
  });
});
