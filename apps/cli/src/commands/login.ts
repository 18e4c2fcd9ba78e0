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
    .description('keep a key for a service: asks for it, or reads it from standard input')
    .option('--url <url>', `where the service is; ${DEFAULT_URL} unless TANDEM_URL says`)
    .action(logIn);
  program
    .command('logout')
    .description('forget the key of a service; it stays in force')
    .option('--url <url>', 'of which service; the one that was logged in to last unless it says')
    .action(logOut);
}

async function logIn({ url: given }: LoginOptions): Promise<void> {
  const url = normal(given ?? process.env.TANDEM_URL ?? logins()?.url ?? DEFAULT_URL);
  if (travelsOpenly(url)) note(`${url} is not encrypted: who is on the way sees the key.`);
  const key = keyIn(await readSecret(`API key for ${url}: `), 'what was given');
  const me = await clientOf(url, key).workspace.me();
  const file = keepLogin(url, key);
  note(`You are ${whoIs(me)} at ${url}. The key is kept in ${file}.`);
  if (process.env.TANDEM_KEY || process.env.TANDEM_KEY_FILE) {
    note('TANDEM_KEY or TANDEM_KEY_FILE is set as well, and wins over it.');
  }
}

async function logOut({ url }: LoginOptions): Promise<void> {
  const gone = forgetLogin(url === undefined ? undefined : normal(url));
  if (gone === null) throw new CannotDo('There was no key to forget.');
  note(`The key for ${gone} is forgotten here. It stays in force: an admin revokes it.`);
}

/** Whether a key would go over a network as it is. */
function travelsOpenly(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
