import { note, print } from '@tandem/cli';
import { ISSUED_KINDS, type IssuedKind, SCOPES, type Scope } from '@tandem/core';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { withTandem } from '../storage/with-tandem.ts';

interface CreateOptions {
  readonly workspace: string;
  readonly member: string;
  readonly kind: IssuedKind;
  readonly scopes: readonly Scope[];
  readonly name: string;
  readonly json?: true;
}

export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('create and revoke keys of any kind');

  key
    .command('create')
    .description('create a key')
    .requiredOption('--workspace <id>', 'workspace of the key')
    .requiredOption(
      '--member <name>',
      'the member it acts as; for a service key, the person behind it; for a runtime key, any member',
    )
    .addOption(
      new Option('--kind <kind>', 'workspace of the key').choices(ISSUED_KINDS).makeOptionMandatory(),
    )
    .requiredOption('--scopes <scopes>', `scopes, comma-separated: ${SCOPES.join(', ')}`, scopesIn)
    .requiredOption('--name <name>', 'name of the key')
    .option('--json', 'print one JSON object')
    .action(createKey);

  key.command('revoke <id>').description('revoke a key, effective with its next request').action(revokeKey);
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
