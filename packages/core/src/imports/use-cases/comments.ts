import { LIMITS } from '../../shared/text.ts';
import type { Comment } from '../../tasks/comments.ts';
import { taskEntity } from '../../tasks/task.ts';
import type { ImportItem } from '../import.ts';
import { digestOf } from '../merge.ts';
import type { RecordOf } from '../record.ts';
import { fitted, identityOf } from '../words.ts';
import { resolveAuthor } from './people.ts';
import { importOnTask } from './tasks.ts';
import { type ImportUnit, idFor, type Taken } from './unit.ts';

/** Imports a comment with its author and time. A later import updates it if its text has changed in the source. */
export const importComment = async (unit: ImportUnit, record: RecordOf<'comment'>): Promise<Taken> => {
  const taken = await create(unit, record);
  const item =
    taken.outcome === 'unchanged'
      ? await unit.stores.imports.item(unit.run.source, 'comment', identityOf(record) ?? '')
      : null;
  return item ? change(unit, record, item) : taken;
};

async function change(unit: ImportUnit, record: RecordOf<'comment'>, item: ImportItem): Promise<Taken> {
  const { stores, run, now } = unit;
  const { entityId: id, taskNumber, fields } = item;
  const taken = { id, taskNumber, kept: [] };
  const body = fitted(record.body, LIMITS.comment, 'comment', unit.warn);
  const task = taskNumber === null ? null : await stores.tasks.byNumber(taskNumber);
  const current = task && (await stores.comments.byId(task.taskNumber, id));
  // Comments imported by earlier versions have no digest.
  if (!current || fields.body === undefined || fields.body === digestOf(body) || body.trim() === '')
    return { ...taken, outcome: 'unchanged' };
  if (current.body !== body && digestOf(current.body) !== fields.body)
    return { ...taken, outcome: 'kept', kept: ['body'] };
  if (unit.preview) return { ...taken, outcome: 'updated' };
  await stores.comments.update({ ...current, body, updatedAt: now });
  await unit.record({
    entity: { type: 'comment', id, title: task.title, taskNumber: task.taskNumber },
    action: 'updated',
    changes: [{ field: 'body', oldValue: current.body, newValue: body }],
    related: { taskId: task.id },
  });
  await stores.imports.updateItem({ ...item, importId: run.id, fields: { body: digestOf(body) } });
  return { ...taken, outcome: 'updated' };
}

const create = (unit: ImportUnit, record: RecordOf<'comment'>) =>
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
    return { id: comment.id, fields: { body: digestOf(body) } };
  });
