import { authorOf } from '../../access/author.ts';
import { LIMITS } from '../../shared/text.ts';
import type { Comment } from '../../tasks/comments.ts';
import { taskEntity } from '../../tasks/task.ts';
import type { RecordOf } from '../record.ts';
import { fitted } from '../words.ts';
import { resolveWho } from './people.ts';
import { resolveTask } from './tasks.ts';
import { type ImportUnit, remember, skipped, type Taken } from './unit.ts';

type CommentRecord = RecordOf<'comment'>;

/** Imports a comment, with its author and its time. Imports never change comments. */
export async function importComment(unit: ImportUnit, record: CommentRecord): Promise<Taken> {
  const { stores, run, by, now, newId, warn } = unit;
  const externalId = typeof record.externalId === 'string' ? record.externalId : record.id;
  if (!externalId) return skipped(unit, 'The comment has neither externalId nor id.');
  const task = await resolveTask(unit, record.taskNumber);
  if (!task) return skipped(unit, 'Its task is not in the source, or was deleted here.');
  const { taskNumber } = task;
  const item = await stores.imports.item(run.source, 'comment', externalId);
  if (item) return { outcome: 'unchanged', id: item.entityId, taskNumber, kept: [] };
  const body = fitted(record.body, LIMITS.comment, 'comment', warn);
  if (body.trim() === '') return skipped(unit, 'The comment is empty.');
  const author = await resolveWho(unit, record.author);
  const createdAt = record.createdAt ?? now;
  const comment: Comment = {
    id: newId(),
    taskNumber,
    body,
    author: author
      ? { id: author.id, name: author.name, displayName: author.displayName, type: author.type }
      : authorOf(by),
    createdAt,
    updatedAt: record.updatedAt ?? createdAt,
  };
  await stores.comments.insert(comment);
  await unit.record({ entity: taskEntity(task), action: 'commented', related: { commentId: comment.id } });
  await remember(unit, { type: 'comment', externalId, entityId: comment.id, created: true, fields: {} });
  return { outcome: 'created', id: comment.id, taskNumber, kept: [] };
}
