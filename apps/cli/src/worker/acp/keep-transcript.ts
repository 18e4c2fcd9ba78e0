import { type Tandem, TandemError } from '@tandem/client';

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
  transcript: object,
): Promise<void> {
  try {
    const file = { name: 'transcript.json', type: 'application/json', content: JSON.stringify(transcript) };
    const { id: fileId } = await tandem.files.upload(file, PATIENCE);
    await tandem.attempts.putTranscript(taskNumber, attempt, { fileId }, PATIENCE);
  } catch (error) {
    const [next, ...rest] = others;
    if (!next || !(error instanceof TandemError) || error.code !== 'UNAUTHENTICATED') throw error;
    await keepTranscript([next, ...rest], taskNumber, attempt, transcript);
  }
}
