/** What a key may be granted (docs/rules.md, Scopes). */
export const SCOPES = [
  'agents:read',
  'agents:write',
  'tasks:read',
  'tasks:write',
  'chat:read',
  'chat:write',
  'full',
] as const;

export type Scope = (typeof SCOPES)[number];

/** Scopes that `full` does not include: a key reaches chats only when granted them by name. */
export const CHAT_SCOPES: readonly Scope[] = ['chat:read', 'chat:write'];

/** Scopes that change something. */
export const WRITING_SCOPES: readonly Scope[] = ['agents:write', 'tasks:write', 'chat:write', 'full'];

/** Whether these scopes allow what needs `scope`. `x:write` does not include `x:read`. */
export function grants(scopes: readonly Scope[], scope: Scope): boolean {
  return scopes.includes(scope) || (scopes.includes('full') && !CHAT_SCOPES.includes(scope));
}
