import { NOTIFICATION_KINDS } from '@tandem/core';
import { integer, nullable, table, text, word } from '../../table.ts';

export const notifications = table(['workspace_id', 'member_id', 'seq'], {
  workspace_id: text,
  member_id: text,
  /** The event's number. */
  seq: integer,
  number: integer,
  read_at: nullable(integer),
  kind: word(NOTIFICATION_KINDS),
  comment_id: nullable(text),
});

/** All notifications up to the event `up_to` were read at `at`. */
export const readMarks = table(['workspace_id', 'member_id', 'up_to'], {
  workspace_id: text,
  member_id: text,
  up_to: integer,
  at: integer,
});
