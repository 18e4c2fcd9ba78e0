import type { Tandem, TaskWithRelations } from '@tandem/client';
import * as z from 'zod';
import { answerOf, type Piece } from '../showing/answer.ts';
import { attemptLines, attemptsOf } from '../showing/attempts.ts';
import { answerLines, commentPieces, descriptionOf, resultPieces } from '../showing/briefing.ts';
import { PARTS, partOf } from '../showing/parts.ts';
import { criteriaOf, factsOf, relationsOf } from '../showing/task.ts';
import { cursor, id, task } from './arguments.ts';
import { READS, tool } from './tool.ts';

/** Maximum comments read to show the last ones. */
const MAX_COMMENTS = 100;
/** Activity entries searched for ended attempts. */
const ENTRIES_LOOKED_THROUGH = 30;

export const getTask = tool({
  name: 'get_task',
  title: 'Read a task',
  description:
    'A task with its criteria, relations, last result and last comments; or one part in full, if a response was cut.',
  hints: READS,
  needs: ['tasks:read'],
  input: z.strictObject({
    task,
    part: z.enum(PARTS).optional(),
    id: id.optional().describe('One entry of the part'),
    from: z.int().min(0).optional().describe('Continue from this character'),
    cursor,
  }),
  run: async ({ tandem, signal }, { task, part, ...which }) =>
    part === undefined
      ? overviewOf(tandem, await tandem.tasks.get(task, { signal }), signal)
      : partOf(tandem, task, part, which, signal),
});

async function overviewOf(tandem: Tandem, task: TaskWithRelations, signal: AbortSignal): Promise<string> {
  const { taskNumber, waitingFor } = task;
  const [comments, results, activity, questions] = await Promise.all([
    tandem.tasks.comments(taskNumber, { limit: MAX_COMMENTS }, { signal }),
    tandem.results.list(taskNumber, { limit: 1 }, { signal }),
    tandem.tasks.activity(taskNumber, { limit: ENTRIES_LOOKED_THROUGH }, { signal }),
    waitingFor?.kind === 'answer'
      ? tandem.questions.list({ task: String(taskNumber), status: ['open'], limit: 3 }, { signal })
      : null,
  ]);
  const get = (what: string) => `get_task with task ${taskNumber}, ${what}`;
  const pieces: Piece[] = [
    ...factsOf(task),
    descriptionOf(task.description, taskNumber, 400),
    ...criteriaOf(task.criteria, get('part criteria')),
    ...relationsOf(task.relations, get('part relations')),
    ...(questions?.data ?? []).flatMap((question) => answerLines(question, taskNumber)),
    ...attemptLines(attemptsOf(activity.data)),
    ...resultPieces(results.data[0], taskNumber),
    ...(comments.hasMore
      ? [`More than ${MAX_COMMENTS} comments: ${get('part comments')}.`]
      : commentPieces(comments.data.slice(-3), comments.data.length, taskNumber)),
    results.hasMore && `There are earlier results: ${get('part results')}.`,
  ];
  return answerOf(pieces);
}
