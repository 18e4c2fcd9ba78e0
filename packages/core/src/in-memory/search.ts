import { goalText } from '../goals/goal.ts';
import type { Stores } from '../ports.ts';
import { FOUND_TEXT, type Found, isOpenStatus, type SearchFilter, type SearchType } from '../search/found.ts';
import { compareRanks, positionOf, rankAfter, type SearchRank, stageOf } from '../search/rank.ts';
import { hasWord, type Word, wordsOf } from '../search/words.ts';
import { pageOf } from '../shared/page.ts';
import { cut } from '../shared/text.ts';
import type { Task } from '../tasks/task.ts';
import { nameOf } from './members.ts';
import type { Placed, Tables } from './tables.ts';

/** A resource with its texts: the title first, then the others; earlier texts win ties. */
interface Candidate extends Omit<Found, 'text'> {
  readonly number: number;
  readonly ordinal: number;
  readonly archived: boolean;
  readonly texts: readonly string[];
}

/** Searches all texts by scanning. */
export function searchStore(tables: Tables): Stores['search'] {
  const tasks = (): Candidate[] =>
    tables.tasks
      .filter(() => true)
      .map((task) => ({
        type: 'task' as const,
        id: task.id,
        taskNumber: task.taskNumber,
        title: task.title,
        status: task.status,
        assignee: task.assignee && { id: task.assignee.id, name: nameOf(tables, task.assignee.id) },
        number: task.taskNumber,
        ordinal: 0,
        archived: task.archived,
        texts: textsOf(tables, task),
      }));
  const others = (): Candidate[] =>
    tables.placed
      .filter(() => true)
      .flatMap(({ type, id, number, ordinal }) => {
        const thing = thingOf(tables, type, id);
        const known = { type, id, taskNumber: null, assignee: null, number, ordinal };
        return thing ? [{ ...known, ...thing }] : [];
      });

  return {
    find: async (filter, { limit, after }) => {
      const from = rankAfter(after);
      const hits = [...tasks(), ...others()]
        .filter(({ type, archived }) => filter.types.includes(type) && (filter.archived || !archived))
        .flatMap((candidate) => hitOf(candidate, filter))
        .filter(({ rank }) => from === null || compareRanks(rank, from) > 0)
        .sort((a, b) => compareRanks(a.rank, b.rank));
      const page = pageOf(hits.slice(0, limit + 1), limit, ({ rank }) => positionOf(rank));
      return { ...page, items: page.items.map(({ found }) => found), complete: true };
    },
    fill: async () => false,
  };
}

/** Stores call this when they insert a resource other than a task. */
export function placed({ placed, lastPlaced, tasks }: Tables, type: Placed['type'], id: string): void {
  const number = Math.max(
    0,
    ...tasks.filter(() => true).map(({ taskNumber }) => taskNumber),
    ...placed.filter(() => true).map((other) => other.number),
  );
  lastPlaced.set(lastPlaced.get() + 1);
  placed.put(`${type} ${id}`, { type, id, number, ordinal: lastPlaced.get() });
}

const textsOf = (tables: Tables, { taskNumber, description }: Task): readonly string[] => [
  description ?? '',
  ...tables.comments.filter((row) => row.taskNumber === taskNumber).map(({ body }) => body),
  ...tables.results.filter((row) => row.taskNumber === taskNumber).map(({ summary }) => summary),
];

/** Whether each word occurs in a text of the task. */
export function hasWords(tables: Tables, task: Task, words: readonly Word[]): boolean {
  const found = [task.title, ...textsOf(tables, task)].map((text) => has(text, words));
  return words.every((_, i) => found.some((each) => each[i]));
}

function thingOf(tables: Tables, type: SearchType, id: string) {
  if (type === 'project') {
    const project = tables.projects.get(id);
    return project && { ...project, texts: [project.description ?? ''] };
  }
  if (type === 'goal') {
    const goal = tables.goals.get(id);
    return goal && { ...goal, texts: [goalText(goal) ?? ''] };
  }
  const initiative = tables.initiatives.get(id);
  return (
    initiative && {
      ...initiative,
      title: initiative.name,
      archived: false,
      texts: [initiative.description ?? ''],
    }
  );
}

function hitOf(
  candidate: Candidate,
  { words, taskNumber }: SearchFilter,
): { found: Found; rank: SearchRank }[] {
  const { type, id, title, status, assignee, number, ordinal, texts } = candidate;
  const known = { type, id, taskNumber: candidate.taskNumber, title, status, assignee };
  if (taskNumber !== null && candidate.taskNumber === taskNumber) {
    return [{ found: { ...known, text: title }, rank: { stage: 0, number, ordinal } }];
  }
  const inTitle = has(title, words);
  const inTexts = texts.map((text) => has(text, words));
  if (words.length === 0 || words.some((_, i) => !inTitle[i] && !inTexts.some((found) => found[i])))
    return [];
  const isTitle = inTitle.every((found) => found);
  const text = isTitle ? title : mostOf([...texts, title], [...inTexts, inTitle]);
  const rank = { stage: stageOf(isTitle, isOpenStatus(status)), number, ordinal };
  return [{ found: { ...known, text: cut(text, FOUND_TEXT) }, rank }];
}

const has = (text: string, words: readonly Word[]): readonly boolean[] => {
  const own = wordsOf(text);
  return words.map((word) => hasWord(own, word));
};

/** The first of the texts with the most words. */
function mostOf(texts: readonly string[], found: readonly (readonly boolean[])[]): string {
  const counts = found.map((each) => each.filter((is) => is).length);
  return texts[counts.indexOf(Math.max(...counts))] ?? '';
}
