import type { Command } from 'commander';
import { readConfig, SETTINGS } from '../settings/config.ts';
import { demoEnvironment } from '../settings/demo.ts';

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('start the HTTP server')
    .option('--demo', 'create a demo workspace with a team and working agents, in ./data/demo')
    .addHelpText('after', `\nSettings, from the environment:\n${settingsHelp()}`)
    .action(async ({ demo = false }: { demo?: boolean }) => {
      // Loaded on demand: other commands need no web server and start faster without it.
      const { serveUntilStopped } = await import('../serve/serve-until-stopped.ts');
      await serveUntilStopped(readConfig(demo ? demoEnvironment(process.env) : process.env), { demo });
    });
}

const settingsHelp = (): string =>
  Object.values(SETTINGS)
    .map(({ name, default: unset, meaning }) => `  ${name} (${unset})\n    ${meaning.replaceAll('`', '')}`)
    .join('\n');
