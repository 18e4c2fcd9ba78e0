import { appendFileSync, readFileSync } from 'node:fs';

interface Timed {
  /** Milliseconds of the machine's monotonic clock, the same for all processes: when it was sent … */
  readonly started: number;
  /** … and when the whole answer was there. */
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

/** Something that a run did under its token, and was answered. */
export interface Done extends Timed {
  readonly kind: 'heartbeat' | 'result' | 'release' | 'change';
  readonly task: number;
  readonly token: string;
  readonly status: number;
  readonly code: string | null;
  /** Of a result: what tells it from all others. */
  readonly summary: string | null;
}

/** A result that a run is about to post: whether it was posted, nobody may hear. */
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

/** Written at once, so that it is there when the process is killed a moment later. */
export const write = (file: string, entry: Entry): void => appendFileSync(file, `${JSON.stringify(entry)}\n`);

/** All that was written whole. */
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
