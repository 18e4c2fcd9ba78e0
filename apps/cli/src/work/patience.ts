import { TandemError } from '@tandem/client';
import type { KeptClaims } from '../kept/claims.ts';

/** What is told of work that is held is worth a minute: a server that starts anew is back by then. */
export const PATIENT = { tries: Infinity, retryMs: 60_000 } as const;

/** Does what needs the claim of a task; of one that is lost nothing is kept any more. */
export async function underClaim<Done>(
  claims: KeptClaims,
  taskNumber: string,
  act: () => Promise<Done>,
): Promise<Done> {
  try {
    return await act();
  } catch (error) {
    if (isLost(error)) claims.forget(Number(taskNumber));
    throw error;
  }
}

/** Whether the claim is another's, or nobody's, now. */
export const isLost = (error: unknown): error is TandemError =>
  error instanceof TandemError && (error.code === 'LEASE_LOST' || error.code === 'NOT_FOUND');
