import type { Command } from 'commander';
import { clientOf, DEFAULT_URL, keyIn, normal } from '../connection.ts';
import { CannotDo } from '../ending.ts';
import { readSecret } from '../input/secret.ts';
import { forgetLogin, keepLogin, logins } from '../kept/logins.ts';
import { note } from '../output/print.ts';
import { whoIs } from './me.ts';

interface LoginOptions {
  readonly url?: string;
}

export function addLoginCommands(program: Command): void {
  program
    .command('login')
    .description('save an API key for a service; prompts for it or reads standard input')
    .option('--url <url>', `URL of the service; defaults to TANDEM_URL or ${DEFAULT_URL}`)
    .action(logIn);
  program
    .command('logout')
    .description('delete the saved key of a service; the key stays valid')
    .option('--url <url>', 'URL of the service; defaults to the last login')
    .action(logOut);
}

async function logIn({ url: given }: LoginOptions): Promise<void> {
  const url = normal(given ?? process.env.TANDEM_URL ?? logins()?.url ?? DEFAULT_URL);
  if (travelsOpenly(url)) note(`${url} is not encrypted: others on the network can read the key.`);
  const key = keyIn(await readSecret(`API key for ${url}: `), 'what was given');
  const me = await clientOf(url, key).workspace.me();
  const file = keepLogin(url, key);
  note(`You are ${whoIs(me)} at ${url}. The key is saved in ${file}.`);
  if (process.env.TANDEM_KEY || process.env.TANDEM_KEY_FILE) {
    note('TANDEM_KEY or TANDEM_KEY_FILE is also set and takes precedence.');
  }
}

async function logOut({ url }: LoginOptions): Promise<void> {
  const gone = forgetLogin(url === undefined ? undefined : normal(url));
  if (gone === null) throw new CannotDo('There is no saved key to delete.');
  note(`The saved key for ${gone} is deleted. It stays valid until an admin revokes it.`);
}

/** Whether a key would be sent over a network unencrypted. */
function travelsOpenly(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
