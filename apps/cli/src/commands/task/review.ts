import type { Result, Tandem, Verdict } from '@tandem/client';
import { Argument, type Command } from 'commander';
import { connect } from '../../connection.ts';
import { ifReadable } from '../../input/if-readable.ts';
import { optionalText } from '../../input/text.ts';
import { note } from '../../output/print.ts';
import { printJson } from '../../output/show.ts';
import { VERDICTS } from '../../words.ts';
import { type JsonOption, withJson } from '../options.ts';
import { taskArgument } from './show.ts';

export function addReviewCommand(group: Command): void {
  withJson(
    group
      .command('review')
      .description('accept the result of a task, or return it: for people')
      .addArgument(taskArgument())
      .addArgument(new Argument('<verdict>', 'what is to become of it').choices(VERDICTS))
      .option(
        '--comment <text>',
        'why; a result that is returned needs one; - is standard input, @file a file',
      )
      .option(
        '--result <id>',
        'the result that you looked at; otherwise the one that the task waits for, or the newest, which is shown',
      ),
  ).action(review);
}

async function review(
  named: string,
  verdict: Verdict,
  { comment, result, json }: { comment?: string; result?: string } & JsonOption,
): Promise<void> {
  const { tandem } = connect();
  const waiting = result === undefined ? await resultToReview(tandem, named) : undefined;
  const resultId = result ?? waiting?.id;
  const made = await tandem.results.review(named, {
    resultId,
    verdict,
    comment: await optionalText(comment),
  });
  if (json) return printJson(made);
  if (waiting) note(`${waiting.author.name}: ${waiting.summary.trim().split('\n')[0]}`);
  note(`The result of task ${named} is ${verdict}.`);
}

/** The result that the task waits for, else the newest; undefined where there is none, or the key doesn't read tasks. */
const resultToReview = (tandem: Tandem, named: string): Promise<Result | undefined> =>
  ifReadable(async () => {
    const { waitingFor } = await tandem.tasks.get(named);
    const { data } = await tandem.results.list(named, { limit: 100 });
    return waitingFor?.resultId ? data.find(({ id }) => id === waitingFor.resultId) : data[0];
  });
