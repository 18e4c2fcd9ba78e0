import { DRIVER } from '@tandem/adapter-sqlite';
import { codeOf } from './error-code.ts';

/** What version 12 of the driver says, and what version 13 does. */
const MISSING = /^Could not locate the bindings file|^Cannot find module '.*better_sqlite3\.node'/;
/** Version 12 is compiled where it is installed; version 13 brings what was compiled for each system. */
const MENDING = DRIVER === 'better-sqlite3' ? 'Run npm rebuild better-sqlite3' : 'Run npm ci';

/**
 * What it means that the compiled part of the database's driver cannot be loaded: it was made for another Node,
 * for another system, or not at all. null for another error.
 */
export function explainedAddon(error: unknown): string | null {
  const { message = '' } = (error ?? {}) as Error;
  const found = codeOf(error) === 'ERR_DLOPEN_FAILED';
  if (!found && !MISSING.test(message)) return null;
  const what = found ? 'was compiled for another Node or another system' : 'has not been compiled';
  return (
    `The driver of the database ${what}; this is Node ${process.versions.node} on ${process.platform} ` +
    `${process.arch}. ${MENDING} where Tandem is installed, then try again.`
  );
}
