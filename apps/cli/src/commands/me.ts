import type { Me } from '@tandem/client';
import type { Command } from 'commander';
import { connect } from '../connection.ts';
import { moment } from '../output/moment.ts';
import { printCard, printJson } from '../output/show.ts';
import { type JsonOption, withJson } from './options.ts';

export function addMeCommand(program: Command): void {
  withJson(program.command('me').description('print the caller, scopes and workspace of the key')).action(
    showMe,
  );
}

async function showMe({ json }: JsonOption): Promise<void> {
  const { tandem, url } = connect();
  const me = await tandem.workspace.me();
  if (json) return printJson(me);
  const { caller, key, workspace } = me;
  printCard(`${caller.displayName} (${caller.name})`, [
    ['kind', caller.type],
    ['id', caller.id],
    ['workspace', workspace.name],
    ['key', `${key.name} (${key.kind})`],
    ['scopes', key.scopes.join(', ')],
    ['expires', moment(key.expiresAt)],
    ['service', url],
  ]);
}

export const whoIs = ({ caller, workspace }: Me): string =>
  `${caller.name} (${caller.type}) in ${workspace.name}`;
