import type { Command } from 'commander';
import { readConfig, SETTINGS } from '../config.ts';

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('serve over HTTP, until the process is told to stop')
    .addHelpText('after', `\nSettings, from the environment:\n${settingsHelp()}`)
    .action(async () => {
      // Loaded here alone: the other commands do without a web server, and start faster for it.
      const { serveUntilStopped } = await import('../serve-until-stopped.ts');
      await serveUntilStopped(readConfig(process.env));
    });
}

const settingsHelp = (): string =>
  Object.values(SETTINGS)
    .map(({ name, default: unset, meaning }) => `  ${name} (${unset})\n    ${meaning.replaceAll('`', '')}`)
    .join('\n');
