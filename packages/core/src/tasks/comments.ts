import type { Author } from '../access/author.ts';
import type { Caller } from '../access/caller.ts';
import { Refusal } from '../shared/refusal.ts';

export interface Comment {
  readonly id: string;
  readonly taskNumber: number;
  readonly body: string;
  /** A member's current name; for a service, its name at the time. */
  readonly author: Author;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const isAuthor = (caller: Caller, comment: Comment) =>
  comment.author.id === caller.id && comment.author.type === caller.type;

/** Only the author can edit a comment. */
export function checkEdit(caller: Caller, comment: Comment): void {
  if (isAuthor(caller, comment)) return;
  throw new Refusal('FORBIDDEN', 'Only the author can edit a comment. Add a comment of your own instead.');
}

/** Only the author or an admin can delete a comment. */
export function checkDelete(caller: Caller, comment: Comment): void {
  if (isAuthor(caller, comment) || caller.admin) return;
  throw new Refusal('FORBIDDEN', 'Only the author or an admin can delete a comment. Ask one of them.');
}
