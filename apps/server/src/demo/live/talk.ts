import { setTimeout as pause } from 'node:timers/promises';
import type { ClaimedTurn, Tandem } from '@tandem/client';
import { MAKE_TASK, SAID } from './said.ts';

/** How long an answer takes: a moment to read, plus a little per character. */
const READING_MS = 1_500;
const CHARACTER_MS = 6;
const MAX_MS = 6_000;

/** The answer to the last message of a conversation. */
export async function talk(tandem: Tandem, { messages }: Pick<ClaimedTurn, 'messages'>): Promise<string> {
  const asked = messages.at(-1)?.body ?? '';
  const answer = await answerTo(tandem, asked);
  await pause(Math.min(MAX_MS, READING_MS + answer.length * CHARACTER_MS));
  return answer;
}

type Answer = (tandem: Tandem, asked: string) => Promise<string>;

/** Questions by keyword, with their answers; the first match counts. */
const ANSWERS: readonly (readonly [RegExp, Answer])[] = [
  [/#(\d+)/, aboutTask],
  [/\b(working on|doing|do now|busy|status|progress|next|todo|queue)\b/i, aboutWork],
  [/\b(wait|waiting|need|question|stuck|blocked|review|inbox)\b/i, aboutWaiting],
  [/\b(done|finished|yesterday|week|achieved)\b/i, aboutDone],
  [/\b(goal|percent|how far|metric|complete)\b/i, aboutGoals],
  [/\b(thanks|thank you|great|good|nice|perfect)\b/i, async () => 'Gladly. I go on with what is on my list.'],
  [/\b(who are you|hello|hi|hey|help|what can you)\b/i, aboutMyself],
];

async function answerTo(tandem: Tandem, asked: string): Promise<string> {
  const told = SAID[asked.trim()];
  if (told !== undefined) return told;
  if (asked.trim() === MAKE_TASK) return makeTask(tandem);
  const [, answer = otherwise] = ANSWERS.find(([words]) => words.test(asked)) ?? [];
  return answer(tandem, asked);
}

/** A suggestion of the story that takes effect when chosen. */
async function makeTask(tandem: Tandem): Promise<string> {
  const { taskNumber, title } = await tandem.tasks.create({
    title: 'A button for “I have changed my mind”',
    description:
      'Nine letters of this month ask to be taken out of a queue. In the app it takes five taps, of which the third is hard to find.',
    labels: ['app', 'idea'],
  });
  return `It is **#${taskNumber} ${title}**, in the backlog. There it waits until somebody lets it in: what agents think up is not for agents to begin.`;
}

const mine = async (
  tandem: Tandem,
  status: ('todo' | 'in_progress' | 'waiting' | 'done')[],
  limit: number,
) => {
  const { caller } = await tandem.workspace.me();
  return (await tandem.tasks.list({ assigned: caller.id, status, limit })).data;
};

const row = ({ taskNumber, title, priority }: { taskNumber: number; title: string; priority: string }) =>
  `- **#${taskNumber}** ${title} (${priority})`;

async function aboutWork(tandem: Tandem): Promise<string> {
  const held = await mine(tandem, ['in_progress'], 5);
  const next = await mine(tandem, ['todo'], 5);
  const now = held.map(({ taskNumber, title, claim }) => {
    const { percent = null, note = null } = claim?.progress ?? {};
    return `- **#${taskNumber}** ${title}${percent === null ? '' : `: ${percent} %`}${note === null ? '' : `, *${note}*`}`;
  });
  return [
    now.length > 0 ? `I am at this now:\n\n${now.join('\n')}` : 'I hold no task at this moment.',
    next.length > 0 ? `After that:\n\n${next.map(row).join('\n')}` : 'Nothing else is on my list.',
  ].join('\n\n');
}

async function aboutWaiting(tandem: Tandem): Promise<string> {
  const waiting = await mine(tandem, ['waiting'], 10);
  if (waiting.length === 0) return 'Nothing of mine waits for anybody.';
  const rows = waiting.map(
    ({ taskNumber, title, waitingFor }) => `| #${taskNumber} | ${title} | ${waitingFor?.kind ?? 'other'} |`,
  );
  return `These wait for a person:\n\n| task | title | for |\n| --- | --- | --- |\n${rows.join('\n')}\n\nAll of them are in the inbox of whoever is asked.`;
}

async function aboutDone(tandem: Tandem): Promise<string> {
  const done = await mine(tandem, ['done'], 6);
  if (done.length === 0) return 'Nothing of mine is done yet.';
  return `The last that are done:\n\n${done.map(row).join('\n')}`;
}

async function aboutGoals(tandem: Tandem): Promise<string> {
  const { data } = await tandem.goals.list({ limit: 10 });
  const rows = data.map(({ title, metric, status }) => {
    const stands = metric ? `${metric.current} of ${metric.target} ${metric.unit}` : status.replace('_', ' ');
    return `| ${title} | ${stands} |`;
  });
  return `So they stand:\n\n| goal | now |\n| --- | --- |\n${rows.join('\n')}`;
}

async function aboutTask(tandem: Tandem, asked: string): Promise<string> {
  const number = Number(/#(\d+)/.exec(asked)?.[1]);
  const task = await tandem.tasks.get(number).catch(() => null);
  if (!task) return `There is no task #${number}.`;
  const criteria = task.criteria.map(({ text, status }) => `- [${status === 'open' ? ' ' : 'x'}] ${text}`);
  return [
    `**#${number} ${task.title}** is *${task.status.replace('_', ' ')}*${task.assignedTo ? `, and ${task.assignedTo} has it` : ''}.`,
    task.waitingFor ? `It waits: ${task.waitingFor.what}` : '',
    criteria.join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

async function aboutMyself(tandem: Tandem): Promise<string> {
  const { caller } = await tandem.workspace.me();
  return `I am **${caller.displayName}**, an agent of this demo. I have no model behind me: I am a small program that reads the workspace. Ask me\n\n- what I am working on\n- what waits for somebody\n- how the goals stand\n- about a task, such as #12`;
}

async function otherwise(_tandem: Tandem, asked: string): Promise<string> {
  const quoted = asked.trim().split('\n').slice(0, 3).join('\n> ').slice(0, 300);
  return `> ${quoted}\n\nI have read it, and I cannot think about it: behind me is a small program of the demo and no model. Make a task of it for me, and I show how one is worked at; or ask me what I am working on, what waits for somebody, how the goals stand, or about a task by its number.`;
}
