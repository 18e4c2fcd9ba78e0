import { closingEdges } from './cycles.ts';
import {
  type Person,
  type Place,
  placeText,
  type SourceComment,
  type SourceItem,
  type SourceNotice,
  type SourceRelation,
  type SourceTask,
  skipped,
  warning,
} from './items.ts';
import { Fitting, fitted } from './limits.ts';
import { isNoPriority, meaningOf, PRIORITY_WORDS, STATUS_WORDS } from './words.ts';

/** Words of a map file: a word of the source, and Tandem's. */
export type WordMap = Readonly<Record<string, string>>;

export interface Maps {
  readonly status?: WordMap | undefined;
  readonly priority?: WordMap | undefined;
  readonly labels?: WordMap | undefined;
}

/** A word of the source, in one of its meanings: a closed issue may be done or canceled. */
export interface Word {
  readonly word: string;
  /** Tandem's word; null for one that is not mapped. */
  readonly means: string | null;
  readonly count: number;
}

/** A task with Tandem's words; a word that is not mapped stays the source's. */
export type MappedTask = SourceTask & { readonly isMapped: true };

/** Notices kept for the report; later ones are only counted. */
const MAX_NOTICES = 1_000;

/** The contents of an import, without the texts of its entries. */
export interface Plan {
  readonly tasks: number;
  readonly subtasks: number;
  readonly comments: number;
  readonly relations: readonly SourceRelation[];
  /** Titles by id. */
  readonly projects: ReadonlyMap<string, string>;
  readonly people: ReadonlyMap<string, Person>;
  readonly labels: ReadonlySet<string>;
  readonly statuses: readonly Word[];
  readonly priorities: readonly Word[];
  readonly notices: readonly SourceNotice[];
  readonly noticeCount: number;
  /** The id behind an id or alias; undefined if the source has no such task. */
  idOf(reference: string): string | undefined;
  /** Levels of tasks above this one, and the parent. */
  depthOf(id: string): number;
  parentOf(id: string): string | undefined;
}

/** Takes entries that are complete, such as a spool does. */
export interface Sink {
  add(item: MappedTask | SourceComment): Promise<void>;
}

interface Reference {
  readonly to: string;
  readonly place: Place;
}

/** Reads all entries once, checks them, and passes tasks and comments on. */
export async function scan(items: AsyncIterable<SourceItem>, maps: Maps, sink?: Sink): Promise<Plan> {
  const notices: SourceNotice[] = [];
  let noticeCount = 0;
  const say = (...all: readonly SourceNotice[]) => {
    noticeCount += all.length;
    notices.push(...all.slice(0, Math.max(0, MAX_NOTICES - notices.length)));
  };
  const ids = new Map<string, string>();
  const firstPlaces = new Map<string, Place>();
  const references = new Map<string, Reference>();
  const unknownTasks = new Map<string, { readonly place: Place; count: number }>();
  const commentIds = new Set<string>();
  const found: SourceRelation[] = [];
  const projects = new Map<string, string>();
  const people = new Map<string, Person>();
  const labels = new Set<string>();
  const statuses = new Map<string, Word>();
  const priorities = new Map<string, Word>();
  let comments = 0;

  const meet = (person: Person | undefined) => {
    if (!person) return;
    const known = people.get(person.id);
    // A comment may only have an id where a task has the name too.
    people.set(person.id, {
      ...person,
      name: known?.name ?? person.name,
      email: known?.email ?? person.email,
    });
  };
  const count = (words: Map<string, Word>, word: string, means: string | null) => {
    const key = `${word} → ${means}`;
    words.set(key, { word, means, count: (words.get(key)?.count ?? 0) + 1 });
    return means ?? word;
  };

  async function addTask(given: SourceTask): Promise<void> {
    const { task, notices: cut } = fitted(given);
    const earlier = firstPlaces.get(task.id);
    if (earlier)
      return say(skipped(task.place, `${task.id} is in the source twice, first at ${placeText(earlier)}`));
    if (task.title === '') return say(skipped(task.place, `${task.id} has no title`));
    say(...cut);
    firstPlaces.set(task.id, task.place);
    for (const id of [task.id, given.id]) ids.set(id, task.id);
    for (const alias of task.aliases ?? []) if (!ids.has(alias)) ids.set(alias, task.id);
    if (task.parent !== undefined) references.set(task.id, { to: task.parent, place: task.place });
    if (task.project) projects.set(task.project.id, task.project.title);
    const names = (task.labels ?? []).map((label) => maps.labels?.[label] ?? label);
    for (const name of names) labels.add(name);
    meet(task.assignee);
    meet(task.author);
    const { status, priority } = task;
    const mapped: MappedTask = {
      ...task,
      isMapped: true,
      labels: names,
      status: status === undefined ? undefined : count(statuses, status, statusMeaning(task, maps)),
      priority:
        priority === undefined || isNoPriority(priority)
          ? undefined
          : count(
              priorities,
              priority,
              maps.priority?.[priority] ?? meaningOf(priority, PRIORITY_WORDS) ?? null,
            ),
    };
    await sink?.add(mapped);
  }

  async function addComment(comment: SourceComment): Promise<void> {
    const fit = new Fitting(comment.place);
    const id = fit.id(comment.id);
    if (commentIds.has(id)) return say(skipped(comment.place, `the comment ${id} is in the source twice`));
    commentIds.add(id);
    const body = fit.text(comment.body, 'comment');
    say(...fit.notices);
    if (body.trim() === '') return;
    const unknown = unknownTasks.get(comment.task);
    if (unknown) unknown.count++;
    else if (!ids.has(comment.task)) unknownTasks.set(comment.task, { place: comment.place, count: 1 });
    comments++;
    meet(comment.author);
    await sink?.add({ ...comment, id, body });
  }

  for await (const item of items) {
    if (item.type === 'task') await addTask(item);
    else if (item.type === 'comment') await addComment(item);
    else if (item.type === 'relation') found.push(item);
    else say(item);
  }

  for (const [task, { place, count: lost }] of unknownTasks) {
    if (ids.has(task)) continue;
    comments -= lost;
    say(
      skipped(
        place,
        `${lost === 1 ? 'a comment belongs' : `${lost} comments belong`} to ${task}, which the source does not have`,
      ),
    );
  }
  const parents = parentsIn(references, ids, say);
  return {
    tasks: firstPlaces.size,
    subtasks: parents.size,
    comments,
    relations: relationsIn(found, ids, say),
    projects,
    people,
    labels,
    statuses: [...statuses.values()],
    priorities: [...priorities.values()],
    notices,
    noticeCount,
    idOf: (reference) => ids.get(reference),
    depthOf: (id) => depthIn(parents, id),
    parentOf: (id) => parents.get(id),
  };
}

/** The map wins, then words that are known, then what the source says about its status. */
function statusMeaning({ status = '', statusCategory }: SourceTask, maps: Maps): string | null {
  const byWord = maps.status?.[status];
  if (byWord !== undefined) return byWord;
  if (statusCategory === 'canceled') return 'canceled';
  return (
    meaningOf(status, STATUS_WORDS) ??
    (statusCategory === undefined ? undefined : meaningOf(statusCategory, STATUS_WORDS)) ??
    null
  );
}

type Say = (...notices: readonly SourceNotice[]) => void;

/** The parents of sub-tasks, without those that the source doesn't have and without cycles. */
function parentsIn(
  references: ReadonlyMap<string, Reference>,
  ids: ReadonlyMap<string, string>,
  say: Say,
): Map<string, string> {
  const edges = [...references].flatMap(([from, { to: reference, place }]) => {
    const to = ids.get(reference);
    if (to !== undefined) return [{ from, to, place }];
    say(
      warning(
        place,
        `the parent ${reference} of ${from} is not in the source; ${from} becomes a task of its own`,
      ),
    );
    return [];
  });
  const closing = closingEdges(edges);
  for (const { from, to, place } of closing)
    say(warning(place, `${from} is above its own parent ${to}; it becomes a task of its own`));
  return new Map(edges.filter((edge) => !closing.has(edge)).map(({ from, to }) => [from, to]));
}

function depthIn(parents: ReadonlyMap<string, string>, id: string): number {
  let depth = 0;
  for (let parent = parents.get(id); parent !== undefined; parent = parents.get(parent)) depth++;
  return depth;
}

/** Each relation once, between tasks of the source, without cycles of blockers. */
function relationsIn(
  found: readonly SourceRelation[],
  ids: ReadonlyMap<string, string>,
  say: Say,
): readonly SourceRelation[] {
  const unique = new Map<string, SourceRelation>();
  for (const { kind, from: a, to: b, place, type } of found) {
    const [from, to] = [ids.get(a), ids.get(b)];
    if (from === undefined || to === undefined) {
      say(
        warning(place, `${from === undefined ? a : b} is not in the source, so a relation to it is left out`),
      );
      continue;
    }
    if (from === to) {
      say(warning(place, `${from} is related to itself, which is left out`));
      continue;
    }
    const ends = kind === 'related' ? [from, to].sort() : [from, to];
    unique.set(`${kind} ${ends.join(' ')}`, { type, kind, from, to, place });
  }
  const relations = [...unique.values()];
  const closing = closingEdges(relations.filter(({ kind }) => kind === 'blocks'));
  for (const { from, to, place } of closing)
    say(
      warning(
        place,
        `${from} blocks ${to}, which blocks ${from}; the last relation of the cycle is left out`,
      ),
    );
  return relations.filter((each) => !closing.has(each));
}
