import { note, print } from '@tandem/cli';
import type { Command } from 'commander';
import { withTandem } from '../storage/with-tandem.ts';

interface OpenChatsOptions {
  readonly workspace: string;
  readonly member: string;
  readonly json?: true;
}

export function addMemberCommands(program: Command): void {
  const member = program.command('member').description('do for people what their admins cannot');

  member
    .command('open-chats')
    .description('show a person again their chats from before they came in by a new invitation')
    .requiredOption('--workspace <id>', 'the workspace')
    .requiredOption('--member <name>', 'the person; make sure that it is still the same one')
    .option('--json', 'answer with one JSON object')
    .action(openChats);
}

async function openChats({ workspace, member, json }: OpenChatsOptions): Promise<void> {
  const { id, name } = await withTandem(({ operator }) => operator.openChats(workspace, member));
  if (json) print(JSON.stringify({ member: { id, name } }));
  else note(`${name} sees all of their chats.`);
}
