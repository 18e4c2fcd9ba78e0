import type { Verdict } from '@tandem/client';
import { Argument, type Command } from 'commander';
import { connect } from '../../connection.ts';
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
      ),
  ).action(review);
}

async function review(
  named: string,
  verdict: Verdict,
  { comment, json }: { comment?: string } & JsonOption,
): Promise<void> {
  const body = { verdict, comment: await optionalText(comment) };
  const made = await connect().tandem.results.review(named, body);
  if (json) return printJson(made);
  note(`The result of task ${named} is ${verdict}.`);
}
