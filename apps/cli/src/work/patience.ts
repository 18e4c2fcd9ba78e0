import { TandemError } from '@tandem/client';
import type { SavedClaims } from '../kept/claims.ts';

/** Updates to claimed tasks are retried for a minute: a restarting server is back by then. */
export const PATIENT = { tries: Infinity, retryMs: 60_000 } as const;

/** Runs something that needs the claim of a task; deletes the saved claim if it is lost. */
export async function underClaim<Done>(
  claims: SavedClaims,
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

/** Whether the claim is no longer held. */
export const isLost = (error: unknown): error is TandemError =>
  error instanceof TandemError && (error.code === 'LEASE_LOST' || error.code === 'NOT_FOUND');
