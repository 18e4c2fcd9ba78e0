import { note, print } from '@tandem/cli';
import type { Command } from 'commander';
import { withTandem } from '../storage/with-tandem.ts';

interface OpenChatsOptions {
  readonly workspace: string;
  readonly member: string;
  readonly json?: true;
}

export function addMemberCommands(program: Command): void {
  const member = program.command('member').description('manage people beyond what admins can do');

  member
    .command('open-chats')
    .description("reopen a person's chats that a new invitation closed")
    .requiredOption('--workspace <id>', 'the workspace')
    .requiredOption('--member <name>', 'the person; make sure it is still the same one')
    .option('--json', 'print one JSON object')
    .action(openChats);
}

async function openChats({ workspace, member, json }: OpenChatsOptions): Promise<void> {
  const { id, name } = await withTandem(({ operator }) => operator.openChats(workspace, member));
  if (json) print(JSON.stringify({ member: { id, name } }));
  else note(`${name} can see all of their chats again.`);
}
