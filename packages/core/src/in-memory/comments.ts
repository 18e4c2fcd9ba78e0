import type { CommentStore } from '../tasks/store.ts';
import { withAuthor } from './members.ts';
import type { Tables } from './tables.ts';

export function commentStore(tables: Tables): CommentStore {
  const { comments } = tables;

  return {
    insert: async (comment) => comments.put(comment.id, comment),
    update: async (comment) => comments.put(comment.id, comment),
    delete: async (id) => comments.delete(id),
    byId: async (taskNumber, id) => {
      const comment = comments.get(id);
      return comment?.taskNumber === taskNumber ? withAuthor(tables, comment, 'author') : null;
    },
    list: async (taskNumber, order, slice) => {
      const page = comments.page(
        (row) => row.taskNumber === taskNumber,
        slice,
        order === 'asc' ? 'oldest' : 'newest',
      );
      return { ...page, items: page.items.map((comment) => withAuthor(tables, comment, 'author')) };
    },
    last: async (taskNumber, count) =>
      comments
        .filter((row) => row.taskNumber === taskNumber)
        .slice(-count)
        .map((comment) => withAuthor(tables, comment, 'author')),
    countSince: async (taskNumber, since, otherThan, atMost) =>
      Math.min(
        atMost,
        comments.filter(
          (row) => row.taskNumber === taskNumber && row.createdAt > since && row.author.id !== otherThan,
        ).length,
      ),
  };
}
