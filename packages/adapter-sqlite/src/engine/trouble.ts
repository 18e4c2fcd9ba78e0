/** Problems with a database file or its location. */
export type Trouble = 'no database' | 'damaged' | 'not writable' | 'locked' | 'full' | 'failing';

/** SQLite may use extended codes: SQLITE_IOERR_WRITE. */
const TROUBLES: readonly (readonly [code: RegExp, trouble: Trouble])[] = [
  [/^SQLITE_NOTADB/, 'no database'],
  [/^SQLITE_CORRUPT/, 'damaged'],
  [/^SQLITE_(CANTOPEN|READONLY|PERM|AUTH)/, 'not writable'],
  [/^SQLITE_(BUSY|LOCKED)/, 'locked'],
  [/^SQLITE_FULL/, 'full'],
  [/^SQLITE_IOERR/, 'failing'],
];

/** The file problem behind a driver's error; null for other errors. */
export function troubleOf(error: unknown): Trouble | null {
  const code = String((error as { code?: unknown } | null)?.code);
  return TROUBLES.find(([known]) => known.test(code))?.[1] ?? null;
}
