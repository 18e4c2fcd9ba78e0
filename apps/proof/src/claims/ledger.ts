import { appendFileSync, readFileSync } from 'node:fs';

interface Timed {
  /** When the request was sent, in milliseconds of the machine's monotonic clock, which all processes share. */
  readonly started: number;
  /** When the complete response had arrived, by the same clock. */
  readonly ended: number;
}

/** A task that was given to a run. */
export interface Claimed extends Timed {
  readonly kind: 'claimed';
  readonly agent: string;
  readonly task: number;
  readonly token: string;
  readonly attempt: number;
}

/** A request that a run made with its token, and that was answered. */
export interface Done extends Timed {
  readonly kind: 'heartbeat' | 'result' | 'release' | 'change';
  readonly task: number;
  readonly token: string;
  readonly status: number;
  readonly code: string | null;
  /** Identifies a result uniquely. */
  readonly summary: string | null;
}

/** A result that a run is about to post. Its response may never arrive. */
export interface Posting {
  readonly kind: 'posting';
  readonly agent: string;
  readonly task: number;
  readonly token: string;
  readonly summary: string;
}

export type Entry = Claimed | Done | Posting;

/** Milliseconds of a clock that all processes of the machine share. */
export const now = (): number => Number(process.hrtime.bigint()) / 1e6;

/** Written synchronously, so that it survives a kill a moment later. */
export const write = (file: string, entry: Entry): void => appendFileSync(file, `${JSON.stringify(entry)}\n`);

/** All complete entries. */
export function readLedger(file: string): Entry[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Entry];
      } catch {
        return [];
      }
    });
}
