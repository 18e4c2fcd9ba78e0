import { createInterface } from 'node:readline/promises';
import { CannotDo } from '../ending.ts';

/** Asks before a change that `--yes` allows without asking. */
export async function confirm(question: string, yes: true | undefined): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new CannotDo('Nothing is written without a terminal. To write these changes, add --yes.');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${question} [y/N] `);
    if (!/^y(es)?$/i.test(answer.trim())) throw new CannotDo('Nothing is written.');
  } finally {
    terminal.close();
  }
}
