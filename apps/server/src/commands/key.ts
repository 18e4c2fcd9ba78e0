import { note, print } from '@tandem/cli';
import { KEY_KINDS, type KeyKind, SCOPES, type Scope } from '@tandem/core';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { withTandem } from '../storage/with-tandem.ts';

interface CreateOptions {
  readonly workspace: string;
  readonly member: string;
  readonly kind: KeyKind;
  readonly scopes: readonly Scope[];
  readonly name: string;
  readonly json?: true;
}

export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('make and revoke keys of any kind');

  key
    .command('create')
    .description('make a key')
    .requiredOption('--workspace <id>', 'the workspace it opens')
    .requiredOption(
      '--member <name>',
      'whom it speaks as; for a service key, who stands behind it; for a runtime key, any member',
    )
    .addOption(new Option('--kind <kind>', 'whose key it is').choices(KEY_KINDS).makeOptionMandatory())
    .requiredOption('--scopes <scopes>', `what it may do, comma-separated: ${SCOPES.join(', ')}`, scopesIn)
    .requiredOption('--name <name>', 'what the key is called')
    .option('--json', 'answer with one JSON object')
    .action(createKey);

  key.command('revoke <id>').description('revoke a key, in force with its next request').action(revokeKey);
}

async function createKey({ workspace, member, kind, scopes, name, json }: CreateOptions): Promise<void> {
  const { key, secret } = await withTandem(({ operator }) =>
    operator.createKey(workspace, member, { name, kind, scopes }),
  );
  if (json) {
    print(JSON.stringify({ key: { id: key.id, secret } }));
    return;
  }
  note(`Key ${key.name} (${key.id}). It is shown only now:`);
  print(secret);
}

async function revokeKey(id: string): Promise<void> {
  await withTandem(({ operator }) => operator.revokeKey(id));
  note(`Key ${id} is revoked.`);
}

function scopesIn(text: string): readonly Scope[] {
  return text.split(',').map((part) => {
    const scope = SCOPES.find((known) => known === part.trim());
    if (!scope) throw new InvalidArgumentError(`Scopes are ${SCOPES.join(', ')}.`);
    return scope;
  });
}
