import { codeOf } from './error-code.ts';

/** The load errors of driver version 12 and of version 13. */
const MISSING = /^Could not locate the bindings file|^Cannot find module '.*better_sqlite3\.node'/;

/**
 * Explains why the database driver's native add-on cannot be loaded: built for another Node, for another system, or not
 * built. `null` for any other error.
 */
export function explainedAddon(error: unknown): string | null {
  const { message = '' } = (error ?? {}) as Error;
  const found = codeOf(error) === 'ERR_DLOPEN_FAILED';
  if (!found && !MISSING.test(message)) return null;
  const what = found ? 'was compiled for another Node or another system' : 'has not been compiled';
  return (
    `The database driver ${what}; this is Node ${process.versions.node} on ${process.platform} ` +
    `${process.arch}. Install Tandem again (in a clone: delete node_modules and run npm start), then retry.`
  );
}
