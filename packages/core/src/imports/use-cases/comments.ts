import { LIMITS } from '../../shared/text.ts';
import type { Comment } from '../../tasks/comments.ts';
import { taskEntity } from '../../tasks/task.ts';
import type { RecordOf } from '../record.ts';
import { fitted } from '../words.ts';
import { resolveAuthor } from './people.ts';
import { importOnTask } from './tasks.ts';
import { type ImportUnit, idFor } from './unit.ts';

/** Imports a comment, with its author and its time. Imports never change comments. */
export const importComment = (unit: ImportUnit, record: RecordOf<'comment'>) =>
  importOnTask(unit, record, async (task) => {
    const { stores, now, warn } = unit;
    const body = fitted(record.body, LIMITS.comment, 'comment', warn);
    if (body.trim() === '') return 'The comment is empty.';
    const createdAt = record.createdAt ?? now;
    const comment: Comment = {
      id: await idFor(unit, record),
      taskNumber: task.taskNumber,
      body,
      author: await resolveAuthor(unit, record.author),
      createdAt,
      updatedAt: record.updatedAt ?? createdAt,
    };
    await stores.comments.insert(comment);
    await unit.record({ entity: taskEntity(task), action: 'commented', related: { commentId: comment.id } });
    return { id: comment.id };
  });
