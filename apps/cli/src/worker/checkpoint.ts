import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MAX_CHECKPOINT = 10_000;

/** The file by which a command leaves word for whoever takes up its task next. */
export interface Checkpoint {
  readonly file: string;
  /** What is to be kept now; undefined while that is what is kept already. */
  changed(): string | null | undefined;
  /** To be called when it has been kept. */
  kept(checkpoint: string | null): void;
  remove(): void;
}

/** A new file, only for this user, that holds what was left by the run before. */
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
    kept: (checkpoint) => {
      last = checkpoint;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** As much as is kept; nothing for a file that is empty or gone. */
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
