import type { Connection } from '../engine/sqlite.ts';

/** What SQLite finds wrong with the pages and indexes of a database, up to a number; nothing when all is well. */
export const integrityFlaws = (on: Connection, max: number): string[] =>
  on
    .all<{ integrity_check: string }>(`PRAGMA integrity_check(${max})`, [])
    .map(({ integrity_check }) => integrity_check.replace(/\s+/g, ' ').trim())
    .filter((text) => text !== 'ok');
