import { MORE } from '../story/tasks-more.ts';
import { LEADS, PLAIN, type PlainTask, WEEKLY } from '../story/tasks-plain.ts';
import { AGENTS } from '../story/team.ts';
import {
  type Act,
  accepts,
  beats,
  claims,
  handsIn,
  moves,
  type StoryTask,
  says,
  type When,
} from '../story/words.ts';

/* Generates timelines for tasks whose story gives only the result. */

const AGENT_NAMES = new Set(AGENTS.map(({ name }) => name));
/** Dollars per thousand tokens. */
const DOLLARS = 0.0067;

/** The times of day at which an agent starts tasks, so that it holds one at a time. */
class Diary {
  private readonly taken = new Map<string, number>();

  /** The next free slot of an agent on a day, in minutes after midnight. */
  next(agent: string, day: number): number {
    const key = `${agent} ${day}`;
    const place = this.taken.get(key) ?? 0;
    this.taken.set(key, place + 1);
    return 8 * 60 + 20 + place * 55;
  }
}

const at = (day: number, minutes: number): When =>
  `${day}d ${Math.floor(minutes / 60)}:${Math.floor(minutes % 60)}`;

export function plainTasks(random: () => number): StoryTask[] {
  const diary = new Diary();
  const weekly = WEEKLY.flatMap((each) =>
    [30, 25, 20, 15, 10, 5].map((day, week) =>
      withLife(
        {
          ...each,
          title: `${each.title} ${week + 1}`,
          status: 'done',
          priority: 'p3',
          effort: 's',
          born: day,
          took: 1,
        },
        diary,
        random,
        week < 4,
      ),
    ),
  );
  return [...weekly, ...PLAIN.map((task) => withLife(task, diary, random))];
}

function withLife(task: PlainTask, diary: Diary, random: () => number, archived = false): StoryTask {
  const { project, title, text, to, status, priority, effort, labels, born, due } = task;
  const by = LEADS[project] as string;
  const acts =
    to === null
      ? closing(task, by)
      : AGENT_NAMES.has(to)
        ? byAgent(task, to, by, diary, random)
        : byPerson(task, to, random);
  if (archived) acts.push({ at: at(Math.max(1, born - task.took - 1), 16 * 60 + 20), by, does: 'archive' });
  const more = MORE[title];
  return {
    key: title,
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
    ...(more?.criteria && { criteria: more.criteria }),
    acts: [...acts, ...(more?.acts ?? [])],
  };
}

function closing({ status, born, took, came }: PlainTask, by: string): Act[] {
  return status === 'canceled' ? [moves(at(Math.max(1, born - took), 11 * 60), by, 'canceled', came)] : [];
}

function byPerson({ status, born, took, came }: PlainTask, who: string, random: () => number): Act[] {
  if (status === 'todo' || status === 'backlog') return [];
  const begin = at(Math.max(1, born - 1), 9 * 60 + random() * 90);
  const end = Math.max(1, born - Math.max(1, took));
  // Tasks that start and end on the same day start in the morning.
  const evening = 13 * 60 + random() * 180;
  if (status === 'canceled') return [moves(at(end, evening), who, 'canceled', came)];
  const started = moves(begin, who, 'in_progress');
  if (status === 'in_progress') return [started];
  if (status === 'waiting') return [started, moves(at(end, evening), who, 'waiting', came)];
  return [started, moves(at(end, evening), who, 'done')];
}

function byAgent(task: PlainTask, agent: string, by: string, diary: Diary, random: () => number): Act[] {
  const { status, born, took, came, priority, labels } = task;
  if (status !== 'done') return closing(task, by);
  const day = Math.max(1, born - took);
  const begin = diary.next(agent, day);
  const tokens = Math.round((60 + random() * 240) * (agent === 'wren' ? 1.6 : 1)) * 1000;
  const used = (share: number) => ({
    tokens: Math.round(tokens * share),
    dollars: Number(((tokens * share * DOLLARS) / 1000).toFixed(2)),
  });
  const acts = [
    claims(at(day, begin), agent),
    beats(at(day, begin + 12), agent, 30, FIRST[labels[0] ?? ''] ?? 'Reading what is there', used(0.25)),
    beats(at(day, begin + 26), agent, 75, 'Checking it once more', used(0.7)),
    handsIn(at(day, begin + 40), agent, {
      outcome: 'succeeded',
      summary: came ?? 'Done.',
      evidence: [{ text: came ?? 'Done.' }],
      usage: used(1),
    }),
  ];
  const seen = Math.max(begin + 90, 13 * 60 + Math.floor(random() * 150));
  acts.push(accepts(at(day, Math.min(seen, 16 * 60 + 15)), by));
  if (priority === 'p0')
    acts.push(says(at(day, Math.min(seen, 16 * 60 + 15)), by, 'Thank you. That was quick.'));
  return acts;
}

/** An agent's first progress report, by topic. */
const FIRST: Readonly<Record<string, string>> = {
  catalogue: 'Looking up the records',
  patrons: 'Reading the letters',
  accessibility: 'Opening every page by keyboard',
  outreach: 'First draft',
  licences: 'Comparing with the vendors’ lists',
};
