import type { Connection } from '../engine/sqlite.ts';

/** Up to `max` problems that SQLite finds in a database's pages and indexes; empty if there are none. */
export const integrityFlaws = (on: Connection, max: number): string[] =>
  on
    .all<{ integrity_check: string }>(`PRAGMA integrity_check(${max})`, [])
    .map(({ integrity_check }) => integrity_check.replace(/\s+/g, ' ').trim())
    .filter((text) => text !== 'ok');
