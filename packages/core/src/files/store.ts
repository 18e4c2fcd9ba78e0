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
