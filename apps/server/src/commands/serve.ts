import type { Command } from 'commander';
import { readConfig, SETTINGS } from '../settings/config.ts';
import { demoEnvironment, demoFolder } from '../settings/demo.ts';

interface ServeOptions {
  readonly port?: string;
  readonly host?: string;
  readonly data?: string;
  readonly open: boolean;
  readonly demo?: boolean;
}

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('start the HTTP server; the default command')
    .option('--port <number>', 'port to listen on, instead of TANDEM_PORT')
    .option('--host <address>', 'address to listen on, instead of TANDEM_HOST')
    .option('--data <folder>', 'data folder, instead of TANDEM_DATA_DIR')
    .option('--no-open', 'do not open the sign-in link in the browser')
    .option('--demo', `create a demo workspace with a team and working agents, in ${demoFolder(process.env)}`)
    .addHelpText('after', `\nSettings, from the environment:\n${settingsHelp()}`)
    .action(async ({ demo = false, open, ...options }: ServeOptions) => {
      // Loaded on demand: other commands need no web server and start faster without it.
      const { serveUntilStopped } = await import('../serve/serve-until-stopped.ts');
      const env = { ...process.env, ...asSettings(options) };
      await serveUntilStopped(readConfig(demo ? demoEnvironment(env) : env), { env, demo, open });
    });
}

function asSettings({ port, host, data }: Pick<ServeOptions, 'port' | 'host' | 'data'>): NodeJS.ProcessEnv {
  const given = { port, host, dataDir: data };
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== undefined)
      .map(([field, value]) => [SETTINGS[field as keyof typeof given].name, value]),
  );
}

/** All settings, as `tandem serve --help` prints them. */
export const settingsHelp = (): string =>
  Object.values(SETTINGS)
    .map(({ name, default: unset, meaning }) => `  ${name} (${unset})\n    ${meaning.replaceAll('`', '')}`)
    .join('\n');
