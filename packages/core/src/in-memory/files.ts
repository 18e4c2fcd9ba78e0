import type { File } from '../files/file.ts';
import type { Stores } from '../ports.ts';
import { withAuthor } from './members.ts';
import type { Tables } from './tables.ts';

export function fileStores(tables: Tables): Pick<Stores, 'files' | 'attachments'> {
  const { files, attachments, messages, chats, closedChats } = tables;
  return {
    files: {
      insert: async (file: File) => files.put(file.id, file),
      update: async (file) => files.put(file.id, file),
      byId: async (id) => files.get(id) ?? null,
      isOnTask: async (id) =>
        attachments.find(({ fileId }) => fileId === id) !== undefined ||
        tables.attempts.find(({ transcript }) => transcript?.fileId === id) !== undefined ||
        tables.results.find(({ evidence }) => evidence.some(({ fileId }) => fileId === id)) !== undefined,
      isInChat: async (id, of) =>
        messages.find((message) => {
          if (!message.attachments.some(({ fileId }) => fileId === id)) return false;
          if (of === 'anybody') return true;
          const chat = chats.get(message.chatId);
          if ('agentId' in of) return chat?.agent.id === of.agentId;
          const closed = closedChats.get(message.chatId) !== undefined;
          return 'closedTo' in of
            ? closed && chat?.personId === of.closedTo
            : !closed && chat?.personId === of.personId;
        }) !== undefined,
    },
    attachments: {
      insert: async (attachment) => attachments.put(attachment.id, attachment),
      delete: async (id) => attachments.delete(id),
      byId: async (taskNumber, id) => {
        const attachment = attachments.get(id);
        return attachment?.taskNumber === taskNumber ? withAuthor(tables, attachment, 'addedBy') : null;
      },
      ofFile: async (taskNumber, fileId) => {
        const attachment = attachments.find((row) => row.taskNumber === taskNumber && row.fileId === fileId);
        return attachment ? withAuthor(tables, attachment, 'addedBy') : null;
      },
      list: async (taskNumber, slice) => {
        const page = attachments.page((row) => row.taskNumber === taskNumber, slice, 'oldest');
        return { ...page, items: page.items.map((row) => withAuthor(tables, row, 'addedBy')) };
      },
    },
  };
}
