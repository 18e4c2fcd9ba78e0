import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Briefing, Tandem } from '@tandem/client';
import type { ArtifactInput } from '@tandem/core';
import {
  ANY_QUESTION,
  ENDINGS,
  type Ending,
  NOT_APPROVED,
  PARTS,
  QUESTIONS,
  type Question,
  ROUTINE,
} from '../story/agents-at-work.ts';
import { REPOSITORY } from '../story/checks.ts';
import { evidenceOf, type Proof } from '../story/notation.ts';
import { usageOf } from '../story/team.ts';

/** How long each part of a task takes: slow enough to watch. */
const PART_MS = 11_000;
/** The tokens that each part uses. */
const TOKENS = 14_000;
/** The part before which the agent asks its question. */
const QUESTION_PART = 2;
/** Works on a task part by part, reports each, and prints the result. */
export async function doTask(tandem: Tandem, briefing: Briefing, token: string): Promise<string> {
  const { task, results, checkpoint } = briefing;
  const about = [...task.labels.map(({ name }) => name), task.project?.title ?? '', task.title].join(' ');
  const [, parts] = PARTS.find(([words]) => words.test(about)) as (typeof PARTS)[number];
  const begin = results.length > 0 ? 0 : partIn(checkpoint, parts.length);
  for (const [index, note] of parts.entries()) {
    if (index < begin) continue;
    const tokens = TOKENS * (index - begin + 1);
    await tandem.claims.heartbeat(task.taskNumber, {
      token,
      progress: { note, percent: Math.round(((index + 0.5) / parts.length) * 100) },
      checkpoint: `part ${index} of ${parts.length}: ${note}`,
      usage: usageOf(task.assignedTo ?? '', tokens),
    });
    await pause(PART_MS);
    const question = questionAbout(briefing);
    if (index === QUESTION_PART && question) return JSON.stringify({ question });
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

const anyEnding = ({ title, taskNumber, criteria }: Briefing['task']): Ending => [
  [
    `**${title}**: done.`,
    '',
    '| | |',
    '| --- | ---: |',
    `| looked at | ${40 + ((taskNumber * 37) % 160)} |`,
    `| changed | ${8 + ((taskNumber * 13) % 40)} |`,
    `| left for a person | ${taskNumber % 3} |`,
  ].join('\n'),
  ...criteria.map(
    ({ text }, index): Proof => [index + 1, 'text', `Checked again for this criterion: ${text}`],
  ),
];

/** Adds the reviewer's comment and the answers to questions. */
function summaryOf({ results, questions }: Briefing, [summary]: Ending): string {
  const returned = results.find((each) => each.review?.verdict === 'returned')?.review?.comment;
  const answers = questions.map(({ answer, options }) => {
    const chosen = options.find(({ id }) => id === answer?.choice)?.text;
    const text = chosen ?? answer?.text ?? (answer?.approved === false ? 'not approved' : 'approved');
    return `- Answered: *${text}*${answer?.comment ? ` (“${answer.comment}”)` : ''}`;
  });
  return [
    ...(returned ? [`> ${returned.split('\n').join('\n> ')}`] : []),
    summary,
    ...(answers.length > 0 ? [answers.join('\n')] : []),
  ].join('\n\n');
}

/** The commit of a task with checks: another one of the repository of its last result. */
function artifactOf({ task, results }: Briefing): ArtifactInput | undefined {
  const last = results.find(({ artifact }) => artifact !== null)?.artifact;
  if (!task.criteria.some(({ check }) => check !== null)) return undefined;
  const { repository, branch } = last ?? REPOSITORY;
  return { kind: 'git', repository, branch, commit: randomBytes(20).toString('hex') };
}

/** The last output line: the structured part of the result (docs/agents.md, The worker). */
function lastLineOf(briefing: Briefing, [, ...proofs]: Ending, parts: number): string {
  const { task } = briefing;
  const evidence = proofs.map((proof) => ({
    ...evidenceOf(proof),
    criterionId: task.criteria[(proof[0] ?? 0) - 1]?.id,
  }));
  const usage = usageOf(task.assignedTo ?? '', TOKENS * parts);
  const done = isRoutine(briefing) ? { to: 'done', evidence: [{ text: 'Counted twice.' }] } : { evidence };
  return JSON.stringify({ outcome: 'succeeded', usage, artifact: artifactOf(briefing), ...done });
}
