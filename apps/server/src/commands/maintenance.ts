import { existsSync } from 'node:fs';
import { DatabaseTooNew, type Flaw, Refused, troubleOf } from '@tandem/adapter-sqlite';
import { onStopSignals } from '@tandem/cli';
import { CannotRun } from '../errors/cannot-run.ts';
import { codeOf } from '../errors/error-code.ts';
import { type Config, readConfig } from '../settings/config.ts';
import { explained } from '../storage/sqlite.ts';

/** Runs work that a signal can interrupt: on a signal the work cleans up and rejects. */
export async function untilStopped<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  onStopSignals(
    () => stop.abort(new CannotRun('Stopped.')),
    () => process.exit(1),
  );
  return work(stop.signal);
}

/** The settings of a command that needs a data folder; throws `CannotRun` if they name a PostgreSQL database. */
export function folderSettings(command: string): Config {
  const config = readConfig(process.env);
  if (config.databaseUrl === '') return config;
  throw new CannotRun(
    `tandem ${command} is for a data folder, and TANDEM_DATABASE_URL names a PostgreSQL database. See docs/scaling.md for the alternative.`,
  );
}

/** Throws unless the backup to read exists. */
export function refuseMissing(file: string): void {
  if (!existsSync(file)) throw new CannotRun(`There is no file ${file}.`);
}

/** Converts database and backup errors that the operator can fix to `CannotRun`. */
export function explainedFor(
  error: unknown,
  about: { readonly database: string; readonly undone: string },
): unknown {
  const { database, undone } = about;
  if (error instanceof Refused) return new CannotRun(error.message);
  if (error instanceof CannotRun) return new CannotRun(`${error.message} ${undone}`);
  if (error instanceof DatabaseTooNew) {
    return new CannotRun(
      `It was written by a newer version of Tandem. Use that version or a later one. ${undone}`,
    );
  }
  const code = codeOf(error);
  if (troubleOf(error) === 'full' || code === 'ENOSPC') {
    return new CannotRun(`The disk is full. Free some space and try again. ${undone}`);
  }
  if (/^E[A-Z]+$/.test(code)) {
    const { message } = error as Error;
    return new CannotRun(`${message}. Check the folder and this user's write permission. ${undone}`);
  }
  return explained(error, database);
}

const MAX_NAMED = 20;

/** One line that lists the damaged contents and their problems. */
export function named(flaws: readonly Flaw[]): string {
  const more = flaws.length > MAX_NAMED ? `, and ${flaws.length - MAX_NAMED} more` : '';
  return flaws
    .slice(0, MAX_NAMED)
    .map(({ id, problem }) => `${id} ${problem}`)
    .join(', ')
    .concat(more);
}
