import { setTimeout as pause } from 'node:timers/promises';
import type { ClaimedTurn, Tandem } from '@tandem/client';
import { ANSWERS, MAKE_TASK } from '../story/agents-at-work.ts';

/** How long an answer takes: a moment to read, plus a little per character. */
const READING_MS = 1_500;
const CHARACTER_MS = 6;
const MAX_MS = 6_000;

/** The answer to the last message of a conversation. */
export async function answerMessage(
  tandem: Tandem,
  { messages }: Pick<ClaimedTurn, 'messages'>,
): Promise<string> {
  const message = messages.at(-1)?.body ?? '';
  const answer = await answerTo(tandem, message);
  await pause(Math.min(MAX_MS, READING_MS + answer.length * CHARACTER_MS));
  return answer;
}

type Answer = (tandem: Tandem, message: string) => Promise<string>;

/** Questions by keyword, with their answers; the first match counts. */
const TOPICS: readonly (readonly [RegExp, Answer])[] = [
  [/#(\d+)/, aboutTask],
  [/\b(working on|doing|do now|busy|status|progress|next|todo|queue)\b/i, aboutWork],
  [/\b(wait|waiting|need|question|stuck|blocked|review|inbox)\b/i, aboutWaiting],
  [/\b(done|finished|yesterday|week|achieved)\b/i, aboutDone],
  [/\b(goal|percent|how far|metric|complete)\b/i, aboutGoals],
  [
    /\b(thanks|thank you|great|good|nice|perfect)\b/i,
    async () => 'You’re welcome. I’ll get on with my list.',
  ],
  [/\b(who are you|hello|hi|hey|help|what can you)\b/i, aboutMyself],
];

async function answerTo(tandem: Tandem, message: string): Promise<string> {
  const prepared = ANSWERS[message.trim()];
  if (prepared !== undefined) return prepared;
  if (message.trim() === MAKE_TASK) return makeTask(tandem);
  const [, answer = otherwise] = TOPICS.find(([words]) => words.test(message)) ?? [];
  return answer(tandem, message);
}

/** A suggestion of the story that takes effect when chosen. */
async function makeTask(tandem: Tandem): Promise<string> {
  const { taskNumber, title } = await tandem.tasks.create({
    title: 'A button for “I have changed my mind”',
    description:
      'Nine letters this month ask to leave a queue. In the app that takes five taps, and the third is hard to find.',
    labels: ['app', 'idea'],
  });
  return `It is **#${taskNumber} ${title}**, in the backlog. Agents can’t start tasks that they propose, so it waits there until a person accepts it.`;
}

const ownTasks = async (
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
  const held = await ownTasks(tandem, ['in_progress'], 5);
  const next = await ownTasks(tandem, ['todo'], 5);
  const now = held.map(({ taskNumber, title, claim }) => {
    const { percent = null, note = null } = claim?.progress ?? {};
    return `- **#${taskNumber}** ${title}${percent === null ? '' : `: ${percent} %`}${note === null ? '' : `, *${note}*`}`;
  });
  return [
    now.length > 0
      ? `I am working on this now:\n\n${now.join('\n')}`
      : 'I am not working on a task right now.',
    next.length > 0 ? `After that:\n\n${next.map(row).join('\n')}` : 'My list is empty after that.',
  ].join('\n\n');
}

async function aboutWaiting(tandem: Tandem): Promise<string> {
  const waiting = await ownTasks(tandem, ['waiting'], 10);
  if (waiting.length === 0) return 'None of my tasks are waiting.';
  const rows = waiting.map(
    ({ taskNumber, title, waitingFor }) => `| #${taskNumber} | ${title} | ${waitingFor?.kind ?? 'other'} |`,
  );
  return `These tasks are waiting:\n\n| task | title | waiting for |\n| --- | --- | --- |\n${rows.join('\n')}\n\nEach is in the inbox of the person who can decide it.`;
}

async function aboutDone(tandem: Tandem): Promise<string> {
  const done = await ownTasks(tandem, ['done'], 6);
  if (done.length === 0) return 'I haven’t finished a task yet.';
  return `My latest finished tasks:\n\n${done.map(row).join('\n')}`;
}

async function aboutGoals(tandem: Tandem): Promise<string> {
  const { data } = await tandem.goals.list({ limit: 10 });
  const rows = data.map(({ title, metric, status }) => {
    const stands = metric ? `${metric.current} of ${metric.target} ${metric.unit}` : status.replace('_', ' ');
    return `| ${title} | ${stands} |`;
  });
  return `| goal | progress |\n| --- | --- |\n${rows.join('\n')}`;
}

async function aboutTask(tandem: Tandem, message: string): Promise<string> {
  const number = Number(/#(\d+)/.exec(message)?.[1]);
  const task = await tandem.tasks.get(number).catch(() => null);
  if (!task) return `There is no task #${number}.`;
  const criteria = task.criteria.map(({ text, status }) => `- [${status === 'open' ? ' ' : 'x'}] ${text}`);
  return [
    `**#${number} ${task.title}** is *${task.status.replace('_', ' ')}*${task.assignedTo ? `, assigned to ${task.assignedTo}` : ''}.`,
    task.waitingFor ? `Waiting: ${task.waitingFor.what}` : '',
    criteria.join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

async function aboutMyself(tandem: Tandem): Promise<string> {
  const { caller } = await tandem.workspace.me();
  return `I am **${caller.displayName}**, an agent of this demo. I am a small program that reads the workspace, without a language model. Ask me about\n\n- my current work\n- tasks that are waiting\n- the goals\n- a task, such as #12`;
}

async function otherwise(_tandem: Tandem, message: string): Promise<string> {
  const quoted = message.trim().split('\n').slice(0, 3).join('\n> ').slice(0, 300);
  return `> ${quoted}\n\nI can’t answer that: I am a small demo program without a language model. Assign me a task to watch me work, or ask me about my current work, tasks that are waiting, the goals, or a task by its number.`;
}
