/** What can be wrong with the file of a database, or with where it lies. */
export type Trouble = 'no database' | 'damaged' | 'not writable' | 'locked' | 'full' | 'failing';

/** SQLite's codes may be more precise: SQLITE_IOERR_WRITE. */
const TROUBLES: readonly (readonly [code: RegExp, trouble: Trouble])[] = [
  [/^SQLITE_NOTADB/, 'no database'],
  [/^SQLITE_CORRUPT/, 'damaged'],
  [/^SQLITE_(CANTOPEN|READONLY|PERM|AUTH)/, 'not writable'],
  [/^SQLITE_(BUSY|LOCKED)/, 'locked'],
  [/^SQLITE_FULL/, 'full'],
  [/^SQLITE_IOERR/, 'failing'],
];

/** What an error of the driver says of the file; null for one that says nothing of it. */
export function troubleOf(error: unknown): Trouble | null {
  const code = String((error as { code?: unknown } | null)?.code);
  return TROUBLES.find(([known]) => known.test(code))?.[1] ?? null;
}
