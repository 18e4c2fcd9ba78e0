import type { Author } from '@tandem/core';
import { CALLER_TYPES } from '@tandem/core';
import { sql } from 'kysely';
import { readersOf } from '../../entity.ts';
import { text, word } from '../../table.ts';

/** The author of a row. Names of members are looked up on read; names of services are stored here. */
export const AUTHORED = {
  author_id: text,
  author_type: word(CALLER_TYPES),
  author_name: text,
  author_display_name: text,
};

export type AuthorColumns = { [K in keyof typeof AUTHORED]: string };

export interface AuthorView extends AuthorColumns {
  member_name: string | null;
  member_display_name: string | null;
  /** The person that the author was merged into. */
  member_merged_into: string | null;
}

export const authorColumns = <T>(authorOf: (entity: T) => Author) => ({
  author_id: (entity: T) => authorOf(entity).id,
  author_type: (entity: T) => authorOf(entity).type,
  author_name: (entity: T) => authorOf(entity).name,
  author_display_name: (entity: T) => authorOf(entity).displayName,
});

/** The columns of `AuthorView` that AUTHOR_JOIN adds to a row `x`. */
export const AUTHOR_VIEW = sql`
  a.name AS member_name, a.display_name AS member_display_name, a.merged_into AS member_merged_into`;
export const AUTHOR_JOIN = sql`LEFT JOIN members a ON a.workspace_id = x.workspace_id AND a.id = x.author_id`;

const read = readersOf({ columns: AUTHORED });

export const decodeAuthor = (row: AuthorView): Author => ({
  id: row.member_merged_into ?? row.author_id,
  name: row.member_name ?? row.author_name,
  displayName: row.member_display_name ?? row.author_display_name,
  type: read.author_type(row),
});
