import type { File } from './file.ts';

/** A set of chats in a workspace; `personId` excludes those that are closed to the person. */
export type ChatsOf = { personId: string } | { closedTo: string } | { agentId: string } | 'anybody';

export interface FileStore {
  insert(file: File): Promise<void>;
  /** Changes what is recorded of the file; its content and its size stay. */
  update(file: File): Promise<void>;
  byId(id: string): Promise<File | null>;
  isOnTask(id: string): Promise<boolean>;
  /** Whether a message in one of these chats has the file. */
  isInChat(id: string, of: ChatsOf): Promise<boolean>;
}
