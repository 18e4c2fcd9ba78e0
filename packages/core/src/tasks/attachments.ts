import type { Author } from '../access/author.ts';
import type { MessageFile } from '../chats/message.ts';

/** A file on a task (docs/rules.md, Comments and attachments). */
export interface Attachment extends MessageFile {
  readonly id: string;
  readonly taskNumber: number;
  readonly addedBy: Author;
  readonly createdAt: number;
}
