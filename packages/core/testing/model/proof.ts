import fc from 'fast-check';
import {
  type CriterionInput,
  OUTCOMES,
  PROOF_OF_DONE,
  QUESTION_KINDS,
  RESULT_MOVES,
  VERDICTS,
} from '../../src/index.ts';
import { at, optional, words } from './values.ts';
import { type Command, command, note, pick, type Who, type World } from './world.ts';

const who: fc.Arbitrary<Who> = fc.constantFrom('ada', 'bob', 'bot', 'bot');
const token = (world: World, place: number): string | undefined =>
  place % 3 === 0 ? undefined : pick(world, 'claimToken', place);
const evidence = fc.array(
  fc.record({
    criterionId: fc.constantFrom(undefined, 'a', 'b'),
    text: fc.constantFrom('seen', 'said'),
    exitCode: fc.constantFrom(undefined, 0, 1),
  }),
  { maxLength: 3 },
);
const criteria = fc.constantFrom<readonly CriterionInput[]>(
  [],
  [{ id: 'a', text: 'A' }],
  [
    { id: 'b', text: 'B' },
    { id: 'a', text: 'A' },
  ],
  [{ id: 'a', text: 'Another' }, { text: 'C' }],
  [{ id: 'a', text: 'A', check: { command: 'npm test', protect: ['test/**'] } }],
  [{ id: 'a', text: 'A', check: null }],
);

/** Commands that prove, review, ask and answer. */
export const proof: fc.Arbitrary<Command>[] = [
  fc
    .tuple(who, at, criteria)
    .map(([by, task, list]) =>
      command('set the criteria of a task', (world) =>
        world.tandem.tasks.update(world.callers[by], pick(world, 'task', task), { criteria: list }),
      ),
    ),
  fc
    .record({
      by: who,
      task: at,
      held: at,
      outcome: fc.constantFrom(...OUTCOMES),
      to: optional(fc.constantFrom(...RESULT_MOVES)),
      evidence,
      file: at,
    })
    .map(({ by, task, held, outcome, to, evidence, file }) =>
      command('post a result', (world) =>
        world.tandem.results.post(world.callers[by], pick(world, 'task', task), {
          token: token(world, held),
          outcome,
          summary: `It ${outcome}`,
          to,
          artifact:
            file % 3 === 0 ? { kind: 'git', repository: 'file:///srv/site', commit: 'a'.repeat(40) } : null,
          failure: outcome === 'failed' && file % 2 === 0 ? { class: 'quota', message: 'Resets at 5' } : null,
          evidence: file % 4 === 0 ? [...evidence, { fileId: pick(world, 'file', file) }] : evidence,
        }),
      ),
    ),
  fc
    .record({
      by: who,
      task: at,
      verdict: fc.constantFrom(...VERDICTS),
      comment: optional(fc.constant('Look again')),
      judged: fc.subarray(['a', 'b']),
      status: fc.constantFrom(...VERDICTS),
    })
    .map(({ by, task, verdict, comment, judged, status }) =>
      command('review a result', (world) =>
        world.tandem.results.review(world.callers[by], pick(world, 'task', task), {
          verdict,
          comment,
          criteria: judged.map((id) => ({ id, status })),
        }),
      ),
    ),
  fc
    .record({
      by: who,
      task: at,
      held: at,
      kind: fc.constantFrom(...QUESTION_KINDS),
      to: optional(fc.constantFrom('ada', 'bob')),
      blocking: optional(fc.boolean()),
      due: optional(fc.constantFrom(30_000, 90_000, 600_000)),
      byDefault: fc.boolean(),
    })
    .map(({ by, task, held, kind, to, blocking, due, byDefault }) =>
      command('ask about a task', (world) =>
        note(
          world,
          'question',
          world.tandem.questions.ask(world.callers[by], pick(world, 'task', task), {
            token: token(world, held),
            kind,
            text: 'Which?',
            options: kind === 'choice' ? [{ text: 'one' }, { text: 'two' }] : undefined,
            default: byDefault ? (kind === 'approval' ? false : '1') : undefined,
            dueAt: due && world.time.now + due,
            to,
            blocking,
          }),
          ({ id }) => id,
        ),
      ),
    ),
  fc
    .record({ by: who, question: at, kind: fc.constantFrom(...QUESTION_KINDS), comment: optional(words) })
    .map(({ by, question, kind, comment }) =>
      command('answer a question', (world) =>
        world.tandem.questions.answer(world.callers[by], pick(world, 'question', question), {
          ...(kind === 'choice' ? { choice: '1' } : kind === 'text' ? { text: '1' } : { approved: true }),
          comment: comment?.join(' '),
        }),
      ),
    ),
  fc
    .tuple(who, at)
    .map(([by, question]) =>
      command('withdraw a question', (world) =>
        world.tandem.questions.withdraw(world.callers[by], pick(world, 'question', question)),
      ),
    ),
  fc.constant(command('tidy usage', (world) => world.tandem.usage.tidy())),
  fc.constant(command('tidy questions', (world) => world.tandem.questions.tidy())),
  fc
    .constantFrom(...PROOF_OF_DONE.filter((mode) => mode !== 'verified'))
    .map((proofOfDone) =>
      command('say what needs proof', (world) =>
        world.tandem.workspace.update(world.callers.ada, { proofOfDone }),
      ),
    ),
];
