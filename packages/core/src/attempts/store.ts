import type { Page, PageSlice } from '../shared/page.ts';
import type { AttemptNotes, AttemptRecord } from './attempt.ts';
import type { Transcript } from './transcript.ts';

/** The records of claims. `ClaimStore` creates them. */
export interface AttemptStore {
  /** Newest first. */
  list(taskNumber: number, page: PageSlice): Promise<Page<AttemptRecord>>;
  byNumber(taskNumber: number, attempt: number): Promise<AttemptRecord | null>;
  /** Sets or removes the transcript of a claim. */
  keepTranscript(claimId: string, transcript: Omit<Transcript, 'bytes'> | null): Promise<void>;
  /** Adds to the record of a claim; null changes nothing. */
  note(claimId: string, notes: Partial<AttemptNotes>): Promise<void>;
  /** The last attempt waits for answers, or the task after it for people, from a time on. Does nothing if it waits already. */
  beginWait(taskNumber: number, at: number): Promise<void>;
  /** The wait is over; its time counts for the last attempt. */
  endWait(taskNumber: number, at: number): Promise<void>;
}
