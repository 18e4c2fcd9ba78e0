import { contentIds, localFiles } from '@tandem/adapter-files';
import { examine, type Finding } from '@tandem/adapter-sqlite';
import type { Command } from 'commander';
import { CannotRun } from '../cannot-run.ts';
import { readConfig } from '../config.ts';
import { existingDatabase, filesIn } from '../database.ts';
import { print } from '../print.ts';
import { explainedFor, refuseMissing } from '../safekeeping.ts';

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('look for damage in the data folder, also while the server runs, or in a backup')
    .argument('[file]', 'a backup to look at instead')
    .action(look);
}

const LABELS: Readonly<Record<Finding['state'], string>> = { ok: 'ok    ', wrong: 'WRONG ', note: 'note  ' };

async function look(file?: string): Promise<void> {
  const { dataDir } = readConfig(process.env);
  if (file !== undefined) refuseMissing(file);
  const directory = filesIn(dataDir);
  const examined = file ?? existingDatabase(dataDir);
  const store = { ...localFiles({ directory }), ids: () => contentIds({ directory }) };
  let wrong = 0;
  try {
    for await (const { state, text } of examine({ file: examined, ...(file === undefined && { store }) })) {
      print(LABELS[state] + text);
      if (state === 'wrong') wrong++;
    }
  } catch (error) {
    throw explainedFor(error, { database: examined, undone: 'It was not looked at.' });
  }
  if (wrong > 0) throw new CannotRun(`${examined} is not in order: see the lines that say WRONG.`);
}
