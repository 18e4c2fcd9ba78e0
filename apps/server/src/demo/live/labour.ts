import { setTimeout as pause } from 'node:timers/promises';
import type { Briefing, Tandem } from '@tandem/client';

/** How long a part of a task takes: so that one can look on. */
const PART_MS = 11_000;
/** What a part of the work uses, in tokens. */
const TOKENS = 14_000;
const DOLLARS_A_TOKEN = 6.7e-6;
/** Of so many tasks one is asked about. */
const ASKED_ABOUT = 4;
/** The tag of routine tasks: they are done without a review. */
export const ROUTINE = 'routine';

/** What each agent does when there is nothing else. */
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

/** The parts of work at a task, by what it is about. */
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

/** Works at a task part by part, tells of each, and prints what it came to. */
export async function labour(tandem: Tandem, briefing: Briefing, token: string): Promise<string> {
  const { task, results, questions, checkpoint } = briefing;
  const about = [...task.labels.map(({ name }) => name), task.project?.title ?? '', task.title].join(' ');
  const [, parts] = PARTS.find(([words]) => words.test(about)) as (typeof PARTS)[number];
  const begin = Math.min(Number(/^part (\d+)/.exec(checkpoint ?? '')?.[1] ?? 0), parts.length - 1);
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
    const isFirstTry = results.length === 0 && questions.length === 0 && !isRoutine(briefing);
    if (place === 2 && isFirstTry && task.taskNumber % ASKED_ABOUT === 0) {
      return JSON.stringify({ question: questionFor(about) });
    }
  }
  return `${summaryOf(briefing)}\n${JSON.stringify(ending(briefing, parts.length - begin))}`;
}

const isRoutine = ({ task }: Briefing): boolean => task.tags.includes(ROUTINE);

function summaryOf({ task, results, questions }: Briefing): string {
  const review = results.find((each) => each.review?.verdict === 'returned')?.review;
  const answers = questions.flatMap(({ answer, options }) => {
    const chosen = options.find(({ id }) => id === answer?.choice)?.text;
    const said = chosen ?? answer?.text ?? (answer?.approved === false ? 'not approved' : 'approved');
    return `- As it was answered: *${said}*${answer?.comment ? ` (${answer.comment})` : ''}`;
  });
  return [
    review
      ? `Done again, with what was missing:\n\n> ${(review.comment ?? '').split('\n').join('\n> ')}`
      : `**${task.title}**: done.`,
    ...(answers.length > 0 ? ['', ...answers] : []),
    '',
    '| | |',
    '| --- | ---: |',
    `| looked at | ${40 + ((task.taskNumber * 37) % 160)} |`,
    `| changed | ${8 + ((task.taskNumber * 13) % 40)} |`,
    `| left for a person | ${task.taskNumber % 3} |`,
  ].join('\n');
}

function ending(briefing: Briefing, parts: number): object {
  const { task } = briefing;
  const tokens = TOKENS * parts;
  const proofs = task.criteria.map(({ id, text }, place) =>
    place % 2 === 0
      ? { criterionId: id, text: `Looked at once more for this alone: ${text}.` }
      : {
          criterionId: id,
          command: `check --task ${task.taskNumber} --criterion ${id}`,
          output: 'ok\n',
          exitCode: 0,
        },
  );
  const changed = 8 + ((task.taskNumber * 13) % 40);
  const evidence = [
    ...proofs,
    {
      command: `git diff --stat task-${task.taskNumber}`,
      output: ` ${changed} records changed\n`,
      exitCode: 0,
    },
  ];
  const usage = { tokens, dollars: Number((tokens * DOLLARS_A_TOKEN).toFixed(3)) };
  return { outcome: 'succeeded', evidence, usage, ...(isRoutine(briefing) && { to: 'done' }) };
}

const questionFor = (about: string): object =>
  /catalogue/.test(about)
    ? {
        kind: 'choice',
        text: 'Some of these records are **right in one source and wrong in the other**. Which one shall I believe?',
        options: [
          {
            id: 'book',
            text: 'What is printed in the book',
            consequence: 'Slower: somebody at a branch looks it up.',
          },
          {
            id: 'vendor',
            text: 'What the vendor says',
            consequence: 'Done today; one in thirty will be wrong.',
          },
        ],
      }
    : {
        kind: 'choice',
        text: 'It can be **short or complete**. Which one is wanted here?',
        options: [
          { id: 'short', text: 'Short: one page', consequence: 'Two points are left out.' },
          { id: 'complete', text: 'Complete: three pages', consequence: 'Nobody reads the third.' },
        ],
      };
