import { Refusal } from '../shared/refusal.ts';
import type { NewKey } from './keys.ts';
import { grants, type Scope } from './scopes.ts';

/** 403 when the new key would have a scope that its creating key lacks, or would outlive it. */
export function checkGrant(
  own: { readonly scopes: readonly Scope[]; readonly expiresAt: number | null },
  wanted: Pick<NewKey, 'scopes' | 'expiresAt'>,
): void {
  const lacking = wanted.scopes.filter((scope) => !grants(own.scopes, scope));
  if (lacking.length > 0) {
    throw new Refusal(
      'FORBIDDEN',
      `Your key lacks ${lacking.join(', ')} and cannot grant it. Leave it out, or use a key that has it.`,
    );
  }
  if (own.expiresAt !== null && (wanted.expiresAt ?? Number.POSITIVE_INFINITY) > own.expiresAt) {
    throw new Refusal(
      'FORBIDDEN',
      'A key cannot create one that outlives it. Set expiresAt no later than that of your key, or use another key.',
    );
  }
}
