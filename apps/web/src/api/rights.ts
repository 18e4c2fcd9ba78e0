import type { Scope } from '@tandem/client';
import { useSuspenseQuery } from '@tanstack/react-query';
import { me } from './queries/me.ts';

/** Whether whoever is signed in may do what needs this scope. The server judges; this only spares offering the rest. */
export function useMay(scope: Scope): boolean {
  const { scopes } = useSuspenseQuery(me).data.key;
  return scopes.includes(scope) || (scopes.includes('full') && !scope.startsWith('chat:'));
}
