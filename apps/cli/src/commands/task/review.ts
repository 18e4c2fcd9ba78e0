import { type Result, type Tandem, TandemError, VERDICTS, type Verdict } from '@tandem/client';
import { Argument, type Command } from 'commander';
import { connect } from '../../connection.ts';
import { ifReadable } from '../../input/if-readable.ts';
import { optionalText } from '../../input/text.ts';
import { note } from '../../output/print.ts';
import { printJson } from '../../output/show.ts';
import { type JsonOption, withJson } from '../options.ts';
import { taskArgument } from './show.ts';

export function addReviewCommand(group: Command): void {
  withJson(
    group
      .command('review')
      .description('accept or return the result of a task (people only)')
      .addArgument(taskArgument())
      .addArgument(new Argument('<verdict>', 'the verdict').choices(VERDICTS))
      .option(
        '--comment <text>',
        'comment, required to return a result; - reads standard input, @file reads a file',
      )
      .option('--override <reason>', 'accept although checks have not passed, for this reason')
      .option(
        '--result <id>',
        'the result that you saw; defaults to the one that awaits review, or else the newest, which is printed',
      ),
  ).action(review);
}

async function review(
  named: string,
  verdict: Verdict,
  {
    comment: given,
    result,
    override,
    json,
  }: { comment?: string; result?: string; override?: string } & JsonOption,
): Promise<void> {
  const { tandem } = connect();
  const comment = await optionalText(given);
  const reviewOf = (resultId: string | undefined) =>
    tandem.results.review(named, { resultId, verdict, comment, override });
  let reviewed = result === undefined ? await resultToReview(tandem, named) : undefined;
  const made = await reviewOf(result ?? reviewed?.id).catch((error: unknown) => {
    // For a task without a result that awaits review, only the server knows which result counts.
    reviewed = reviewed && !reviewed.isAwaited ? changedTo(error) : undefined;
    if (!reviewed) throw error;
    return reviewOf(reviewed.id);
  });
  if (json) return printJson(made);
  if (reviewed) note(`${reviewed.author.name}: ${reviewed.summary.trim().split('\n')[0]}`);
  note(`The result of task ${named} is ${verdict}.`);
}

type ShownResult = Pick<Result, 'id' | 'author' | 'summary'> & { readonly isAwaited: boolean };

/**
 * The result that awaits review, or else the last one; undefined if there is none, or the key can't read
 * tasks.
 */
const resultToReview = (tandem: Tandem, named: string): Promise<ShownResult | undefined> =>
  ifReadable(async () => {
    const { waitingFor } = await tandem.tasks.get(named);
    const { data } = await tandem.results.list(named, { limit: 100 });
    const awaited = data.find(({ id }) => id === waitingFor?.resultId);
    const found = awaited ?? data.find(({ withdrawn }) => !withdrawn);
    return found && { ...found, isAwaited: awaited !== undefined };
  });

/** The current result, from the error for reviewing another one. */
const changedTo = (error: unknown): ShownResult | undefined =>
  error instanceof TandemError && error.code === 'RESULT_CHANGED'
    ? { ...(error.details.result as Result), isAwaited: true }
    : undefined;
