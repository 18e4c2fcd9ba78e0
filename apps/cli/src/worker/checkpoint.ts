import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MAX_CHECKPOINT = 10_000;

/** The file in which a command leaves notes for the next run of its task. */
export interface Checkpoint {
  readonly file: string;
  /** The checkpoint to save; undefined if it is already saved. */
  changed(): string | null | undefined;
  /** Call after saving. */
  saved(checkpoint: string | null): void;
  remove(): void;
}

/** Creates a file that only this user may access, with the checkpoint of the previous run. */
export function checkpointIn(left: string | null): Checkpoint {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-run-'));
  const file = join(folder, 'checkpoint');
  writeFileSync(file, left ?? '', { mode: 0o600 });
  let last = left;
  return {
    file,
    changed: () => {
      const now = contentOf(file);
      return now === last ? undefined : now;
    },
    saved: (checkpoint) => {
      last = checkpoint;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The content up to the maximum length; null if the file is empty or missing. */
function contentOf(file: string): string | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return null;
  }
  const characters = Array.from(text.slice(0, 2 * MAX_CHECKPOINT).replace(/\0|\p{Surrogate}/gu, ''));
  return characters.slice(0, MAX_CHECKPOINT).join('') || null;
}
