import { judged } from '../../testing/world.ts';
import type { Caller } from './caller.ts';
import { chatPersonOf, checkChatAccess } from './chat-access.ts';
import type { KeyKind } from './keys.ts';

const caller = (kind: KeyKind, chatInPlan: boolean): Caller => ({
  workspaceId: 'w',
  type: kind === 'agent' ? 'agent' : kind === 'service' || kind === 'runtime' ? 'service' : 'human',
  id: 'x',
  name: 'x',
  displayName: 'X',
  memberId: kind === 'service' || kind === 'runtime' ? null : 'x',
  inboxId: kind === 'service' ? 'ada' : kind === 'runtime' ? null : 'x',
  admin: false,
  chatInPlan,
  key: { id: 'k', name: 'k', kind, scopes: [], expiresAt: null, ownerName: null, ownerId: null },
});

/** docs/rules.md, Keys: the kind (403) is checked before the plan (403). */
// biome-ignore format: a table
test.each<[KeyKind, string | null, string, string]>([
  // kind      whose chats  with chat in the plan  without
  ['person',  'x',          'ok',                  'PLAN_EXCLUDES_CHAT'],
  ['service', 'ada',        'ok',                  'PLAN_EXCLUDES_CHAT'],
  ['agent',   null,         'CHAT_FORBIDDEN',      'CHAT_FORBIDDEN'],
  ['runtime', null,         'CHAT_FORBIDDEN',      'CHAT_FORBIDDEN'],
  ['acting',  null,         'CHAT_FORBIDDEN',      'CHAT_FORBIDDEN'],
])('a key of kind %s can access the chats of %s: %s; in a plan without chat: %s', (kind, whose, within, without) => {
  expect(chatPersonOf(caller(kind, true))).toBe(whose);
  expect(judged(() => checkChatAccess(caller(kind, true)))).toBe(within);
  expect(judged(() => checkChatAccess(caller(kind, false)))).toBe(without);
});
