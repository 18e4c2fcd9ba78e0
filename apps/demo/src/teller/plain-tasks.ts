import { CRITERIA, FURTHER_ACTS } from '../story/details.ts';
import type { Act, StoryTask, When } from '../story/notation.ts';
import { LEADS, PLAIN, type PlainTask, WEEKLY } from '../story/tasks.ts';
import { AGENTS } from '../story/team.ts';

/* Generates timelines for tasks of which the story gives only the result. */

const AGENT_NAMES = new Set(AGENTS.map(({ profile }) => profile.name));

/** The times of day at which an agent starts tasks, so that it holds one at a time. */
class Diary {
  private readonly taken = new Map<string, number>();

  /** The next free slot of an agent on a day, in minutes after midnight. */
  next(agent: string, day: number): number {
    const key = `${agent} ${day}`;
    const slot = this.taken.get(key) ?? 0;
    this.taken.set(key, slot + 1);
    return 8 * 60 + 20 + slot * 55;
  }
}

const at = (day: number, minutes: number): When =>
  `${day}d ${Math.floor(minutes / 60)}:${Math.floor(minutes % 60)}`;

export function plainTasks(random: () => number): StoryTask[] {
  const diary = new Diary();
  const weekly = WEEKLY.flatMap((task) =>
    [30, 25, 20, 15, 10, 5].map((born, week) => {
      const title = `${task.title} ${week + 1}`;
      const row = { ...task, title, status: 'done', priority: 'p3', effort: 's', born, took: 1 } as const;
      return withTimeline(row, diary, random, week < 4);
    }),
  );
  return [...weekly, ...PLAIN.map((task) => withTimeline(task, diary, random))];
}

function withTimeline(task: PlainTask, diary: Diary, random: () => number, archived = false): StoryTask {
  const { project, title, text, to, status, priority, effort, labels, born, due } = task;
  const by = LEADS[project] as string;
  const acts =
    to === null
      ? cancellation(task, by)
      : AGENT_NAMES.has(to)
        ? byAgent(task, to, by, diary, random)
        : byPerson(task, to, random);
  if (archived) acts.push([at(Math.max(1, born - task.took - 1), 16 * 60 + 20), by, 'archive']);
  const criteria = CRITERIA[title];
  const further = FURTHER_ACTS.filter(([of]) => of === title).map(([, act]) => act);
  return {
    project,
    title,
    text,
    at: at(born, 8 * 60 + Math.floor(random() * 18)),
    by,
    ...(to !== null && { to }),
    status: status === 'backlog' ? 'backlog' : 'todo',
    priority,
    effort,
    labels,
    ...(due !== undefined && { due }),
    ...(criteria && { criteria }),
    acts: [...acts, ...further],
  };
}

function cancellation({ status, born, took, came }: PlainTask, by: string): Act[] {
  return status === 'canceled' ? [[at(Math.max(1, born - took), 11 * 60), by, 'move', 'canceled', came]] : [];
}

function byPerson({ status, born, took, came }: PlainTask, who: string, random: () => number): Act[] {
  if (status === 'todo' || status === 'backlog') return [];
  const begin = at(Math.max(1, born - 1), 9 * 60 + random() * 90);
  // Tasks that start and end on the same day start in the morning.
  const end = at(Math.max(1, born - Math.max(1, took)), 13 * 60 + random() * 180);
  if (status === 'canceled') return [[end, who, 'move', 'canceled', came]];
  const started: Act = [begin, who, 'move', 'in_progress'];
  if (status === 'in_progress') return [started];
  return [started, [end, who, 'move', status, status === 'waiting' ? came : undefined]];
}

function byAgent(task: PlainTask, agent: string, by: string, diary: Diary, random: () => number): Act[] {
  const { status, born, took, came = 'Done.', priority, labels } = task;
  if (status !== 'done') return cancellation(task, by);
  const day = Math.max(1, born - took);
  const begin = diary.next(agent, day);
  const tokens = Math.round((60 + random() * 240) * (agent === 'wren' ? 1.6 : 1)) * 1000;
  const reviewed = Math.max(begin + 90, 13 * 60 + Math.floor(random() * 150));
  const review = at(day, Math.min(reviewed, 16 * 60 + 15));
  const note = FIRST[labels[0] ?? ''] ?? 'Reading what is there';
  return [
    [at(day, begin), agent, 'claim'],
    [at(day, begin + 12), agent, 'progress', 30, note, Math.round(tokens * 0.25)],
    [at(day, begin + 26), agent, 'progress', 75, 'Checking it once more', Math.round(tokens * 0.7)],
    [at(day, begin + 40), agent, 'result', 'succeeded', tokens, came, [[null, 'text', came]]],
    [review, by, 'accept'],
    ...(priority === 'p0' ? [[review, by, 'comment', 'Thank you. That was quick.'] as const] : []),
  ];
}

/** An agent's first progress report, by topic. */
const FIRST: Readonly<Record<string, string>> = {
  catalogue: 'Looking up the records',
  patrons: 'Reading the letters',
  accessibility: 'Opening every page by keyboard',
  outreach: 'First draft',
  licences: 'Comparing with the vendors’ lists',
};
