import type { Author } from '@tandem/core';
import { CALLER_TYPES } from '@tandem/core';
import { sql } from 'kysely';
import { oneOf } from '../../columns.ts';

/** The author columns of a row. Names of members are looked up on read; names of services are stored here. */
export interface AuthorColumns {
  author_id: string;
  author_type: string;
  author_name: string;
  author_display_name: string;
}

export interface AuthorView extends AuthorColumns {
  member_name: string | null;
  member_display_name: string | null;
}

export const authorColumns = (author: Author): AuthorColumns => ({
  author_id: author.id,
  author_type: author.type,
  author_name: author.name,
  author_display_name: author.displayName,
});

/** The columns of `AuthorView` that AUTHOR_JOIN adds to a row `x`. */
export const AUTHOR_VIEW = sql`a.name AS member_name, a.display_name AS member_display_name`;
export const AUTHOR_JOIN = sql`LEFT JOIN members a ON a.workspace_id = x.workspace_id AND a.id = x.author_id`;

const authorType = oneOf('author_type', CALLER_TYPES);

export const decodeAuthor = (row: AuthorView): Author => ({
  id: row.author_id,
  name: row.member_name ?? row.author_name,
  displayName: row.member_display_name ?? row.author_display_name,
  type: authorType(row.author_type),
});
