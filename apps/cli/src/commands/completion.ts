import { Argument, type Command } from 'commander';
import { bashCompletion } from '../completion/bash.ts';
import { placesOf } from '../completion/tree.ts';
import { zshCompletion } from '../completion/zsh.ts';

const SHELLS = { bash: bashCompletion, zsh: zshCompletion } as const;

/** To be added last: it completes what is there. */
export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('a script by which a shell completes what is typed: source <(tandem completion bash)')
    .addArgument(new Argument('<shell>', 'for which shell').choices(Object.keys(SHELLS)))
    .action((shell: keyof typeof SHELLS) => {
      process.stdout.write(SHELLS[shell](program.name(), placesOf(program)));
    });
}
