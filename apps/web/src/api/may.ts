import type { Me, Scope } from '@tandem/client';
import { useSuspenseQuery } from '@tanstack/react-query';
import { me } from './queries/me.ts';

/** The two that `full` does not include: chats are between two alone. */
const NOT_IN_FULL: readonly Scope[] = ['chat:read', 'chat:write'];

export const may = ({ key: { scopes } }: Me, scope: Scope): boolean =>
  scopes.includes(scope) || (scopes.includes('full') && !NOT_IN_FULL.includes(scope));

/** Whether the person's session may do something: what it may not is not offered. The server judges. */
export const useMay = (scope: Scope): boolean => may(useSuspenseQuery(me).data, scope);
