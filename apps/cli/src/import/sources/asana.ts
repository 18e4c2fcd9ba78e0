import { entriesOf, type Json, jsonOf, objectsIn, textIn } from '../files/json.ts';
import { type Person, type Place, type SourceItem, skipped, warning } from '../items.ts';
import type { Source } from '../source.ts';
import { meaningOf, STATUS_WORDS } from '../words.ts';
import { dateReader } from './cells.ts';

/** Asana's JSON export of a project, and answers of its API, with comments where they have `stories`. */
export const asana: Source = {
  name: 'asana',
  reads: "Asana's JSON export of a project (Export/Print, JSON)",
  files: /\.json$/i,
  async *read(files) {
    for (const file of files) {
      let count = 0;
      for await (const { value, place } of entriesOf(file, ['$.data.*'])) {
        count++;
        const task = jsonOf(value);
        if (task) yield* itemsOf(task, place);
        else yield skipped(place, 'the entry is not a task');
      }
      if (count === 0) yield warning({ file: file.name, line: 1 }, 'the file has no list "data" with tasks');
    }
  },
};

const gidOf = (entry: Json | null | undefined): string | undefined => textIn(entry?.gid) ?? textIn(entry?.id);

function personIn(value: unknown): Person | undefined {
  const person = jsonOf(value);
  const id = gidOf(person);
  return id === undefined ? undefined : { id, name: textIn(person?.name), email: textIn(person?.email) };
}

function* itemsOf(task: Json, place: Place, parent?: string): Generator<SourceItem> {
  const id = gidOf(task);
  const title = textIn(task.name);
  if (!id || !title) return yield skipped(place, `the task has no ${id ? 'name' : 'gid'}`);
  if (task.resource_subtype === 'section') return yield skipped(place, `${title} is a section`);
  const { date, warnings } = dateReader(place, undefined);
  const membership = objectsIn(task.memberships)[0];
  const project = jsonOf(membership?.project) ?? objectsIn(task.projects)[0];
  const projectId = gidOf(project);
  const column = textIn(jsonOf(membership?.section)?.name);
  const isStatus = column !== undefined && meaningOf(column, STATUS_WORDS) !== undefined;
  const isPlain = column === undefined || /^(untitled section|\(no section\))$/i.test(column);
  yield {
    type: 'task',
    place,
    id,
    url: textIn(task.permalink_url),
    title,
    description: textIn(task.notes),
    status: task.completed === true ? 'completed' : isStatus ? column : 'incomplete',
    priority: fieldIn(task, /^priority$/i),
    // Sections that are no status are topics.
    labels: [
      ...objectsIn(task.tags).flatMap((each) => textIn(each.name) ?? []),
      ...(isPlain || isStatus ? [] : [column]),
    ],
    assignee: personIn(task.assignee),
    author: personIn(task.created_by),
    parent: gidOf(jsonOf(task.parent)) ?? parent,
    project:
      projectId === undefined ? undefined : { id: projectId, title: textIn(project?.name) ?? projectId },
    createdAt: date(textIn(task.created_at)),
    completedAt: date(textIn(task.completed_at)),
    dueAt: date(textIn(task.due_at) ?? textIn(task.due_on)),
    estimate: fieldIn(task, /^(story points|points|estimate|effort)$/i),
  };
  for (const on of objectsIn(task.dependencies)) {
    const from = gidOf(on);
    if (from !== undefined) yield { type: 'relation', place, kind: 'blocks', from, to: id };
  }
  for (const story of [...objectsIn(task.stories), ...objectsIn(task.comments)]) {
    if (story.type !== undefined && story.type !== 'comment') continue;
    yield {
      type: 'comment',
      place,
      id: gidOf(story) ?? `${id}/${textIn(story.created_at)}`,
      task: id,
      author: personIn(story.created_by),
      body: textIn(story.text) ?? '',
      createdAt: date(textIn(story.created_at)),
    };
  }
  yield* warnings;
  for (const subtask of objectsIn(task.subtasks)) yield* itemsOf(subtask, place, id);
}

/** The value of a custom field, by its name. */
function fieldIn(task: Json, name: RegExp): string | undefined {
  const field = objectsIn(task.custom_fields).find((each) => name.test(textIn(each.name) ?? ''));
  return (
    textIn(field?.display_value) ?? textIn(jsonOf(field?.enum_value)?.name) ?? textIn(field?.number_value)
  );
}
