/** Scopes that a key can be granted (docs/rules.md, Scopes). */
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

/** Scopes that `full` does not include: access to chats must be granted explicitly. */
export const CHAT_SCOPES: readonly Scope[] = ['chat:read', 'chat:write'];

/** The scopes of a new person's first key, which together grant everything. */
export const EVERY_SCOPE: readonly Scope[] = ['full', ...CHAT_SCOPES];

/** The scopes of a run key; what it reaches is decided per operation (`run-keys.ts`). */
export const RUN_SCOPES: readonly Scope[] = ['tasks:read', 'tasks:write'];

/** Scopes that allow changes. */
export const WRITING_SCOPES: readonly Scope[] = ['agents:write', 'tasks:write', 'chat:write', 'full'];

/** Whether the scopes include `scope`. `x:write` does not include `x:read`. */
export function grants(scopes: readonly Scope[], scope: Scope): boolean {
  return scopes.includes(scope) || (scopes.includes('full') && !CHAT_SCOPES.includes(scope));
}
