import { type Tandem, TandemError, type Transcript } from '@tandem/client';

/** The run may be about to end: its release must not wait long. */
const PATIENCE = { tries: 2, retryMs: 3_000, timeoutMs: 3_000 };

/** Finds the number of the task's newest attempt; null if the service does not tell. */
export const newestAttempt = (tandem: Tandem, taskNumber: number): Promise<string | null> =>
  tandem.attempts.list(taskNumber, { limit: 1 }, PATIENCE).then(
    ({ data: [newest] }) => (newest ? String(newest.attempt) : null),
    () => null,
  );

/**
 * Keeps a transcript with an attempt, with the first of these clients whose key is valid: the key of a run ends with its
 * claim, but a transcript can be added later.
 */
export async function keepTranscript(
  [tandem, ...others]: readonly [Tandem, ...Tandem[]],
  taskNumber: number,
  attempt: string,
  transcript: Transcript,
): Promise<void> {
  try {
    await tandem.attempts.putTranscript(taskNumber, attempt, transcript, PATIENCE);
  } catch (error) {
    const [next, ...rest] = others;
    if (!next || !(error instanceof TandemError) || error.code !== 'UNAUTHENTICATED') throw error;
    await keepTranscript([next, ...rest], taskNumber, attempt, transcript);
  }
}
