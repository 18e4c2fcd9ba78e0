import { codeOf } from './error-code.ts';

/**
 * What it means that the compiled part of the database's driver cannot be loaded: it was made for another Node,
 * for another system, or not at all. null for another error.
 */
export function explainedAddon(error: unknown): string | null {
  const { message = '' } = (error ?? {}) as Error;
  const found = codeOf(error) === 'ERR_DLOPEN_FAILED';
  if (!found && !message.startsWith('Could not locate the bindings file')) return null;
  const what = found ? 'was compiled for another Node or another system' : 'has not been compiled';
  return (
    `The driver of the database ${what}; this is Node ${process.versions.node} on ${process.platform} ` +
    `${process.arch}. Run npm rebuild better-sqlite3 where Tandem is installed, then try again.`
  );
}
