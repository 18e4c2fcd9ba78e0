import { type Restored, restore } from '@tandem/adapter-sqlite';
import { note } from '@tandem/cli';
import type { Command } from 'commander';
import { fileStore } from '../files/file-store.ts';
import { makeFolder } from '../storage/data-folder.ts';
import { holdFolder, type Unlock } from '../storage/folder-lock.ts';
import { databaseIn } from '../storage/sqlite.ts';
import { explainedFor, folderSettings, named, refuseMissing, untilStopped } from './maintenance.ts';
import { showSteps } from './progress.ts';

export function addRestoreCommand(program: Command): void {
  program
    .command('restore')
    .description('restore a backup into the data folder; no server may be running')
    .argument('<file>', 'a file created by tandem backup')
    .option('--force', 'replace an existing database, and skip damaged contents')
    .action(putBack);
}

async function putBack(file: string, { force = false }: { force?: boolean }): Promise<void> {
  const config = folderSettings('restore');
  const { dataDir } = config;
  refuseMissing(file);
  makeFolder(dataDir);
  const database = databaseIn(dataDir);
  const contents = fileStore(config);
  const steps = showSteps(file);
  let restored: Restored;
  let unlock: Unlock | undefined;
  try {
    unlock = holdFolder(dataDir);
    await contents.check('write');
    restored = await untilStopped((signal) =>
      restore({ from: file, database, contents, force, signal, onStep: steps.onStep }),
    );
  } catch (error) {
    throw explainedFor(error, { database, undone: 'Nothing was restored.' });
  } finally {
    steps.end();
    contents.close();
    unlock?.();
  }
  const { files, flaws } = restored;
  note(`${database} is restored, with ${files} ${files === 1 ? 'file' : 'files'}. Start the server.`);
  if (flaws.length > 0) {
    note(`These files were not restored, unless they are in ${contents.where} already: ${named(flaws)}.`);
  }
}
