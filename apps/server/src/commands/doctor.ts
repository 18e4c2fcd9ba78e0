import { examine, type Finding, repair } from '@tandem/adapter-sqlite';
import type { Command } from 'commander';
import { CannotRun } from '../cannot-run.ts';
import { existingDatabase } from '../database.ts';
import { fileStore } from '../file-store.ts';
import { explainedFor, folderSettings, refuseMissing } from '../maintenance.ts';
import { holdFolder } from '../one-server.ts';
import { print } from '../print.ts';

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('look for damage in the data folder, also while the server runs, or in a backup')
    .argument('[file]', 'a backup to look at instead')
    .option('--repair', 'mend what follows from the rest of the database, while no server runs on it')
    .action(look);
}

const LABELS: Readonly<Record<Finding['state'], string>> = {
  ok: 'ok    ',
  wrong: 'WRONG ',
  note: 'note  ',
  mended: 'fixed ',
};

async function look(file: string | undefined, { repair: mend = false }: { repair?: boolean }): Promise<void> {
  if (file !== undefined) {
    refuseMissing(file);
    if (mend) throw new CannotRun(`A backup stays as it is. Restore ${file}, and repair the data folder.`);
    return tell(file, examine({ file }), 'It was not looked at.');
  }
  const config = folderSettings('doctor');
  const database = existingDatabase(config.dataDir);
  const store = fileStore(config);
  try {
    await store.check('read');
    if (!mend) return await tell(database, examine({ file: database, store }), 'It was not looked at.');
    holdFolder(config.dataDir);
    return await tell(database, repair({ file: database, store }), 'It was not repaired.');
  } finally {
    store.close();
  }
}

async function tell(database: string, findings: AsyncIterable<Finding>, undone: string): Promise<void> {
  let wrong = 0;
  let mendable = 0;
  try {
    for await (const finding of findings) {
      print(LABELS[finding.state] + finding.text);
      if (finding.state === 'wrong') wrong++;
      if (finding.mendable) mendable++;
    }
  } catch (error) {
    throw explainedFor(error, { database, undone });
  }
  if (wrong === 0) return;
  const way = mendable > 0 ? ' Stop the server and run tandem doctor --repair, which mends what it can.' : '';
  throw new CannotRun(`${database} is not in order: see the lines that say WRONG.${way}`);
}
