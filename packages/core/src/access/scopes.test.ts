import { grants, type Scope } from './scopes.ts';

const SCOPES: Scope[] = [
  'agents:read',
  'agents:write',
  'tasks:read',
  'tasks:write',
  'chat:read',
  'chat:write',
  'full',
];

/** docs/rules.md, Scopes: the rights of a key with one scope, retyped. */
// biome-ignore format: a table
const GRANTED: Record<Scope, Scope[]> = {
  'agents:read':  ['agents:read'],
  'agents:write': ['agents:write'],
  'tasks:read':   ['tasks:read'],
  'tasks:write':  ['tasks:write'],
  'chat:read':    ['chat:read'],
  'chat:write':   ['chat:write'],
  full:           ['agents:read', 'agents:write', 'tasks:read', 'tasks:write', 'full'],
};

const pairs = SCOPES.flatMap((held) =>
  SCOPES.map((needed) => [held, GRANTED[held].includes(needed) ? 'may' : 'may not', needed] as const),
);

test.each(pairs)('a key with %s %s use what requires %s', (held, verdict, needed) => {
  expect(grants([held], needed)).toBe(verdict === 'may');
});

test('chat scopes must be granted by name, even with full', () => {
  expect(grants(['full', 'chat:read'], 'chat:read')).toBe(true);
  expect(grants(['full', 'chat:read'], 'chat:write')).toBe(false);
});

test('a key without scopes has no rights', () => {
  expect(SCOPES.filter((scope) => grants([], scope))).toStrictEqual([]);
});
