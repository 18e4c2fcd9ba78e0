import type { Author } from '../access/author.ts';
import type { Caller } from '../access/caller.ts';
import { Refusal } from '../shared/refusal.ts';

export interface Comment {
  readonly id: string;
  readonly taskNumber: number;
  readonly body: string;
  /** A member's present name; a service's name as it was. */
  readonly author: Author;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const isAuthor = (caller: Caller, comment: Comment) =>
  comment.author.id === caller.id && comment.author.type === caller.type;

/** Only its author edits a comment. */
export function checkEdit(caller: Caller, comment: Comment): void {
  if (isAuthor(caller, comment)) return;
  throw new Refusal('FORBIDDEN', 'Only its author may edit a comment. Add a comment of your own instead.');
}

/** Its author deletes a comment, or an admin. */
export function checkDelete(caller: Caller, comment: Comment): void {
  if (isAuthor(caller, comment) || caller.admin) return;
  throw new Refusal('FORBIDDEN', 'Only its author or an admin may delete a comment. Ask one of them.');
}
