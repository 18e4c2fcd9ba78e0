import { type Backup, backUp } from '@tandem/adapter-sqlite';
import { note } from '@tandem/cli';
import type { Command } from 'commander';
import { CannotRun } from '../errors/cannot-run.ts';
import { fileStore } from '../files/file-store.ts';
import { existingDatabase } from '../storage/sqlite.ts';
import { explainedFor, folderSettings, named, untilStopped } from './maintenance.ts';
import { showSteps } from './progress.ts';

export function addBackupCommand(program: Command): void {
  program
    .command('backup')
    .description('back up the database and all files into one file, even while the server runs')
    .argument('<file>', 'path of the backup file; must not exist yet')
    .action(makeBackup);
}

async function makeBackup(file: string): Promise<void> {
  const config = folderSettings('backup');
  const database = existingDatabase(config.dataDir);
  const contents = fileStore(config);
  await contents.check('read');
  const steps = showSteps(database);
  let made: Backup;
  try {
    made = await untilStopped((signal) =>
      backUp({ database, to: file, contents, signal, onStep: steps.onStep }),
    );
  } catch (error) {
    throw explainedFor(error, { database, undone: 'No backup was created.' });
  } finally {
    steps.end();
    contents.close();
  }
  const { files, flaws } = made;
  note(`${file} holds the database and ${files} ${files === 1 ? 'file' : 'files'}.`);
  if (flaws.length === 0) return;
  throw new CannotRun(`It lacks contents that are damaged in ${contents.where}: ${named(flaws)}.`);
}
