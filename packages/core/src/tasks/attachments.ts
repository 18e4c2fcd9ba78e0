import type { MessageFile } from '../chats/message.ts';
import type { Author } from './comments.ts';

/** A file on a task (decisions, section 5). */
export interface Attachment extends MessageFile {
  readonly id: string;
  readonly taskNumber: number;
  readonly addedBy: Author;
  readonly createdAt: number;
}
