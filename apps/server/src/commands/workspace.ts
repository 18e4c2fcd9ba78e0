import { existsSync } from 'node:fs';
import { note, print } from '@tandem/cli';
import type { Storage } from '@tandem/core';
import { type Command, Option } from 'commander';
import { type DatabaseLocation, openExisting, reportMigration } from '../storage/open.ts';
import { databaseIn, openDatabase } from '../storage/sqlite.ts';
import { withTandem } from '../storage/with-tandem.ts';

interface CreateOptions {
  readonly name: string;
  readonly admin: string;
  readonly displayName?: string;
  readonly chat: boolean;
  readonly json?: true;
}

export function addWorkspaceCommands(program: Command): void {
  const workspace = program.command('workspace').description('create and manage workspaces');

  workspace
    .command('create')
    .description("create a workspace, its first admin, and the admin's key")
    .requiredOption('--name <name>', 'name of the workspace')
    .requiredOption('--admin <name>', 'name of its first admin: letters, digits, dots, hyphens, underscores')
    .option('--display-name <name>', 'display name of the admin')
    .option('--no-chat', 'exclude chat from the plan')
    .option('--json', 'print one JSON object')
    .action(createWorkspace);

  workspace
    .command('list')
    .description('list the workspaces')
    .option('--json', 'print one JSON object')
    .action(listWorkspaces);

  workspace
    .command('set <id>')
    .description('change the plan of a workspace, or add an admin')
    .addOption(new Option('--chat <state>', 'whether the plan includes chat').choices(['on', 'off']))
    .option('--admin <name>', 'make this person an admin; creates the person if needed')
    .action(change);
}

async function createWorkspace({ name, admin, displayName, chat, json }: CreateOptions): Promise<void> {
  const { workspace, member, key, secret } = await withTandem(
    ({ operator }) => operator.createWorkspace({ name, admin: { name: admin, displayName }, chat }),
    openOrMakeDatabase,
  );
  if (json) {
    const answer = {
      workspace: { id: workspace.id, name: workspace.name },
      member: { id: member.id, name: member.name },
      key: { id: key.id, secret },
    };
    print(JSON.stringify(answer));
    return;
  }
  note(
    `Workspace ${workspace.name} (${workspace.id}) has the admin ${member.name}. The key is shown only now:`,
  );
  print(secret);
}

/** Says when it creates a database, so that a typo in the setting is noticed. */
async function openOrMakeDatabase(place: DatabaseLocation): Promise<Storage> {
  const { dataDir, databaseUrl } = place;
  if (databaseUrl !== '') return openExisting(place);
  const isNew = !existsSync(databaseIn(dataDir));
  const storage = openDatabase(place, { onMigrated: reportMigration });
  if (isNew) note(`There was no database in ${dataDir}. A new one was created.`);
  return storage;
}

async function listWorkspaces({ json }: { json?: true }): Promise<void> {
  const workspaces = await withTandem(({ operator }) => operator.workspaces());
  if (json) {
    print(JSON.stringify({ workspaces: workspaces.map(({ id, name, plan }) => ({ id, name, plan })) }));
    return;
  }
  for (const { id, name, plan } of workspaces) print(`${id}  chat ${plan.chat ? 'on ' : 'off'}  ${name}`);
}

interface Change {
  readonly chat?: 'on' | 'off';
  readonly admin?: string;
}

async function change(id: string, { chat, admin }: Change, command: Command): Promise<void> {
  if (chat === undefined && admin === undefined) command.error('error: specify --chat, --admin or both');
  await withTandem(async ({ operator }) => {
    if (chat !== undefined) {
      const { name } = await operator.setPlan(id, { chat: chat === 'on' });
      note(`Chat is ${chat} in ${name}.`);
    }
    if (admin === undefined) return;
    const { name } = await operator.makeAdmin(id, admin);
    const key = `--member ${name} --kind person --scopes full,chat:read,chat:write --name ${name}`;
    note(`${name} is an admin. To create a key for them: tandem key create --workspace ${id} ${key}`);
  });
}
