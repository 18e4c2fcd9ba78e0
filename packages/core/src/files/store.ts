import type { Page, PageSlice } from '../shared/page.ts';
import type { Attachment } from '../tasks/attachments.ts';
import type { File } from './file.ts';

/** Some of the chats of a workspace; `personId` leaves out those that are closed to the person. */
export type ChatsOf = { personId: string } | { closedTo: string } | { agentId: string } | 'anybody';

export interface FileStore {
  insert(file: File): Promise<void>;
  byId(id: string): Promise<File | null>;
  isOnTask(id: string): Promise<boolean>;
  /**
   * Whether a message of a chat carries it: a chat of the person, one that is closed to the person, one of the
   * agent, or any.
   */
  isInChat(id: string, of: ChatsOf): Promise<boolean>;
}

export interface AttachmentStore {
  insert(attachment: Attachment): Promise<void>;
  delete(id: string): Promise<void>;
  byId(taskNumber: number, id: string): Promise<Attachment | null>;
  ofFile(taskNumber: number, fileId: string): Promise<Attachment | null>;
  /** Oldest first. */
  list(taskNumber: number, page: PageSlice): Promise<Page<Attachment>>;
}
