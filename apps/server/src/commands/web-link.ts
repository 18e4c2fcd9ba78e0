import { note, print } from '@tandem/cli';
import type { Tandem } from '@tandem/core';
import { type Command, InvalidArgumentError } from 'commander';
import { CannotRun } from '../errors/cannot-run.ts';
import { urlOf } from '../serve/listen.ts';
import { signInLink } from '../serve/sign-in-link.ts';
import { readConfig } from '../settings/config.ts';
import { withTandem } from '../storage/with-tandem.ts';

interface WebLinkOptions {
  readonly member?: string;
  readonly workspace?: string;
  readonly url?: string;
  readonly json?: true;
}

export function addWebLinkCommand(program: Command): void {
  program
    .command('web-link')
    .description('create a sign-in link that works once, within five minutes')
    .option('--member <name>', 'the person who signs in; defaults to the admin of the only workspace')
    .option('--workspace <id>', 'the workspace, if there are several')
    .option(
      '--url <url>',
      'address of the server; defaults to TANDEM_PUBLIC_URL, or TANDEM_HOST and TANDEM_PORT',
      httpUrl,
    )
    .option('--json', 'print one JSON object')
    .action(makeLink);
}

async function makeLink({ member, workspace, url, json }: WebLinkOptions): Promise<void> {
  if (!readConfig(process.env).web) {
    throw new CannotRun('TANDEM_WEB is off, so links sign nobody in. Turn it on and restart the server.');
  }
  const address = url ?? ownAddress();
  const made = await withTandem(async ({ operator }) => {
    const made = member
      ? await operator.createLink(workspace ?? (await onlyWorkspace(operator)), member)
      : await operator.createAdminLink();
    if (!made) throw new CannotRun('There is not exactly one workspace with an admin. Specify --member.');
    return made;
  });
  const link = signInLink(address, made);
  if (json) {
    const { id, name } = made.member;
    print(JSON.stringify({ link, expiresAt: new Date(made.expiresAt).toISOString(), member: { id, name } }));
    return;
  }
  note(`${made.member.name} can sign in with this link, once, within five minutes:`);
  print(link);
}

function ownAddress(): string {
  const { host, port, publicUrl } = readConfig(process.env);
  if (publicUrl !== '') return publicUrl;
  if (port === 0) throw new CannotRun("TANDEM_PORT is 0. Use --url to specify the server's address.");
  return urlOf(host, port);
}

async function onlyWorkspace(operator: Tandem['operator']): Promise<string> {
  const [only, ...others] = await operator.workspaces();
  if (only && others.length === 0) return only.id;
  throw new CannotRun(
    'There is not exactly one workspace. Specify one with --workspace; tandem workspace list shows them.',
  );
}

function httpUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && !/[?#]/.test(text)) return text;
  throw new InvalidArgumentError('It must be an address such as https://tandem.example.com.');
}
