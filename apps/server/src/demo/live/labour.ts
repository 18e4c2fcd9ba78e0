import { setTimeout as pause } from 'node:timers/promises';
import type { Briefing, Tandem } from '@tandem/client';
import { ENDINGS, type Ending, NOT_APPROVED } from './endings.ts';
import { ANY_QUESTION, QUESTIONS, type Question } from './questions.ts';

/** How long each part of a task takes: slow enough to watch. */
const PART_MS = 11_000;
/** The tokens that each part uses. */
const TOKENS = 14_000;
const DOLLARS_A_TOKEN = 6.7e-6;
/** The part before which the agent asks its question. */
const ASKING = 2;
/** The tag of routine tasks, which need no review. */
export const ROUTINE = 'routine';

/** Each agent's routine tasks. */
export const ROUTINES: Readonly<Record<string, { readonly title: string; readonly description: string }>> = {
  wren: {
    title: 'Look through what came in today',
    description: 'New records since the last look: complete what can be completed, and list the rest.',
  },
  otter: {
    title: 'Sort the letters that came in',
    description:
      'What can be answered by a text of the twenty, what needs a look-up, and what needs a person.',
  },
};

/** The parts of the work on a task, by topic. */
const PARTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /catalogue/,
    [
      'Looking up the records',
      'Comparing with the vendor’s feed',
      'Changing them, in lots of fifty',
      'Reading ten of them again',
      'Counting',
    ],
  ],
  [
    /patrons|outreach/,
    [
      'Reading what people wrote',
      'Sorting it by what they need',
      'First draft',
      'Taking out what promises too much',
      'Reading it aloud once',
    ],
  ],
  [
    /./,
    [
      'Reading the task again',
      'Looking at what is there',
      'Doing it',
      'Checking it against the criteria',
      'Writing it down',
    ],
  ],
];

/** Works on a task part by part, reports each, and prints the result. */
export async function labour(tandem: Tandem, briefing: Briefing, token: string): Promise<string> {
  const { task, results, checkpoint } = briefing;
  const about = [...task.labels.map(({ name }) => name), task.project?.title ?? '', task.title].join(' ');
  const [, parts] = PARTS.find(([words]) => words.test(about)) as (typeof PARTS)[number];
  const begin = results.length > 0 ? 0 : partIn(checkpoint, parts.length);
  for (const [place, note] of parts.entries()) {
    if (place < begin) continue;
    const tokens = TOKENS * (place - begin + 1);
    await tandem.claims.heartbeat(task.taskNumber, {
      token,
      progress: { note, percent: Math.round(((place + 0.5) / parts.length) * 100) },
      checkpoint: `part ${place} of ${parts.length}: ${note}`,
      usage: { tokens, dollars: Number((tokens * DOLLARS_A_TOKEN).toFixed(3)) },
    });
    await pause(PART_MS);
    const question = questionAbout(briefing);
    if (place === ASKING && question) return JSON.stringify({ question });
  }
  const ending = endingOf(briefing);
  return `${summaryOf(briefing, ending)}\n${lastLineOf(briefing, ending, parts.length - begin)}`;
}

/** The part at which the previous run stopped. */
const partIn = (checkpoint: string | null, parts: number): number =>
  Math.min(Number(/^part (\d+)/.exec(checkpoint ?? '')?.[1] ?? 0), parts - 1);

/** The question about a task, asked once: the story's own, or now and then one about a user's task. */
function questionAbout({ task, results, questions }: Briefing): Question | undefined {
  if (results.length > 0 || questions.length > 0) return undefined;
  if (QUESTIONS[task.title]) return QUESTIONS[task.title];
  return ENDINGS[task.title] || task.taskNumber % 2 === 0 ? undefined : ANY_QUESTION;
}

const isRoutine = ({ task }: Briefing): boolean => task.tags.includes(ROUTINE);

/** The result of the work: the story's own, or a general one. */
function endingOf({ task, questions }: Briefing): Ending {
  if (questions.some(({ answer }) => answer?.approved === false)) return NOT_APPROVED;
  return ENDINGS[task.title] ?? anyEnding(task);
}

const anyEnding = ({ title, taskNumber, criteria }: Briefing['task']): Ending => ({
  summary: [
    `**${title}**: done.`,
    '',
    '| | |',
    '| --- | ---: |',
    `| looked at | ${40 + ((taskNumber * 37) % 160)} |`,
    `| changed | ${8 + ((taskNumber * 13) % 40)} |`,
    `| left for a person | ${taskNumber % 3} |`,
  ].join('\n'),
  proofs: criteria.map(({ text }) => ({ text: `Looked at once more for this alone: ${text}` })),
});

/** Adds the review's request and the answers to questions. */
function summaryOf({ results, questions }: Briefing, { summary }: Ending): string {
  const returned = results.find((each) => each.review?.verdict === 'returned')?.review?.comment;
  const answers = questions.map(({ answer, options }) => {
    const chosen = options.find(({ id }) => id === answer?.choice)?.text;
    const said = chosen ?? answer?.text ?? (answer?.approved === false ? 'not approved' : 'approved');
    return `- As it was answered: *${said}*${answer?.comment ? ` (“${answer.comment}”)` : ''}`;
  });
  return [
    ...(returned ? [`> ${returned.split('\n').join('\n> ')}`] : []),
    summary,
    ...(answers.length > 0 ? [answers.join('\n')] : []),
  ].join('\n\n');
}

/** The last output line: the structured part of the result (docs/agents.md, The worker). */
function lastLineOf(briefing: Briefing, { proofs }: Ending, parts: number): string {
  const { task } = briefing;
  const tokens = TOKENS * parts;
  const evidence = proofs.map((proof, place) => ({ ...proof, criterionId: task.criteria[place]?.id }));
  const usage = { tokens, dollars: Number((tokens * DOLLARS_A_TOKEN).toFixed(3)) };
  const done = isRoutine(briefing) ? { to: 'done', evidence: [{ text: 'Counted twice.' }] } : { evidence };
  return JSON.stringify({ outcome: 'succeeded', usage, ...done });
}
