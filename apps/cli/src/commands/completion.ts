import { Argument, type Command } from 'commander';
import { bashCompletion } from '../completion/bash.ts';
import { placesOf } from '../completion/tree.ts';
import { zshCompletion } from '../completion/zsh.ts';

const SHELLS = { bash: bashCompletion, zsh: zshCompletion } as const;

/** Must be added last, so that it completes all other commands. */
export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('print a shell completion script: source <(tandem completion bash)')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SHELLS)))
    .action((shell: keyof typeof SHELLS) => {
      process.stdout.write(SHELLS[shell](program.name(), placesOf(program)));
    });
}
