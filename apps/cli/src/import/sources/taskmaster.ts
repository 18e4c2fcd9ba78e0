import { CannotDo } from '../../ending.ts';
import { entriesOf, type Json, jsonOf, objectsIn, textIn } from '../files/json.ts';
import { type Place, type SourceItem, skipped } from '../items.ts';
import type { Source } from '../source.ts';
import { joined, section } from './text.ts';

/** `tasks.json` of Task Master, with tags or, before them, a single list. */
export const taskmaster: Source = {
  name: 'taskmaster',
  reads: 'tasks.json of Task Master (.taskmaster/tasks/tasks.json)',
  files: /tasks\.json$/i,
  async *read(files) {
    for (const file of files) {
      let count = 0;
      for await (const { value, path, place } of entriesOf(file, ['$.tasks.*', '$.*.tasks.*'])) {
        count++;
        const task = jsonOf(value);
        if (task) yield* itemsOf(task, { tag: path.length > 2 ? String(path[0]) : 'master', place });
        else yield skipped(place, 'the entry is not a task');
      }
      if (count === 0) throw new CannotDo(`${file.name} has no tasks: it is not tasks.json of Task Master.`);
    }
  },
};

interface Context {
  readonly tag: string;
  readonly place: Place;
  /** Of a sub-task: the parent's number, such as 4 or 4.2. */
  readonly parent?: string | undefined;
}

function* itemsOf(task: Json, { tag, place, parent }: Context): Generator<SourceItem> {
  const own = textIn(task.id);
  const title = textIn(task.title);
  if (!own || !title) return yield skipped(place, `the task has no ${own ? 'title' : 'id'}`);
  const number = parent === undefined || own.startsWith(`${parent}.`) ? own : `${parent}.${own}`;
  const id = `${tag}/${number}`;
  yield {
    type: 'task',
    place,
    id,
    title,
    description: joined(
      textIn(task.description),
      textIn(task.details),
      section('Acceptance criteria', textIn(task.acceptanceCriteria)),
      section('Test strategy', textIn(task.testStrategy)),
    ),
    status: textIn(task.status),
    priority: textIn(task.priority),
    labels: tag === 'master' ? [] : [tag],
    parent: parent === undefined ? undefined : `${tag}/${parent}`,
  };
  const dependencies = Array.isArray(task.dependencies) ? task.dependencies : [];
  for (const given of dependencies) {
    const on = textIn(given);
    if (on === undefined) continue;
    // A number in a sub-task is another sub-task of the same parent.
    const from = parent === undefined || on.includes('.') ? `${tag}/${on}` : `${tag}/${parent}.${on}`;
    yield { type: 'relation', place, kind: 'blocks', from, to: id };
  }
  for (const subtask of objectsIn(task.subtasks)) yield* itemsOf(subtask, { tag, place, parent: number });
}
