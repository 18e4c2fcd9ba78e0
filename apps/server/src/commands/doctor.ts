import { examine, type Finding, repair } from '@tandem/adapter-sqlite';
import { print } from '@tandem/cli';
import type { Command } from 'commander';
import { CannotRun } from '../errors/cannot-run.ts';
import { type FileStore, fileStore } from '../files/file-store.ts';
import { readConfig } from '../settings/config.ts';
import { shownUrl } from '../settings/database-url.ts';
import { holdFolder, type Unlock } from '../storage/folder-lock.ts';
import { existingDatabase } from '../storage/sqlite.ts';
import { explainedFor, refuseMissing } from './maintenance.ts';

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check the database and its files for damage, even while servers run, or check a backup')
    .argument('[file]', 'check this backup instead')
    .option('--repair', 'repair derived data; no server may be running')
    .action(look);
}

const LABELS: Readonly<Record<Finding['state'], string>> = {
  ok: 'ok    ',
  wrong: 'WRONG ',
  note: 'note  ',
  fixed: 'fixed ',
};

async function look(
  file: string | undefined,
  { repair: shouldRepair = false }: { repair?: boolean },
): Promise<void> {
  if (file !== undefined) {
    refuseMissing(file);
    if (shouldRepair)
      throw new CannotRun(`A backup can't be repaired. Restore ${file}, and repair the data folder.`);
    return printFindings(file, examine({ file }), NOT_CHECKED, REMEDIES.backup);
  }
  const config = readConfig(process.env);
  if (config.databaseUrl !== '') return lookAtPostgres(config.databaseUrl, fileStore(config), shouldRepair);
  const database = existingDatabase(config.dataDir);
  const store = fileStore(config);
  let unlock: Unlock | undefined;
  try {
    await store.check('read');
    if (!shouldRepair)
      return await printFindings(database, examine({ file: database, store }), NOT_CHECKED, REMEDIES.folder);
    unlock = holdFolder(config.dataDir);
    return await printFindings(
      database,
      repair({ file: database, store }),
      'It was not repaired.',
      REMEDIES.folder,
    );
  } finally {
    store.close();
    unlock?.();
  }
}

async function lookAtPostgres(url: string, store: FileStore, shouldRepair: boolean): Promise<void> {
  const database = shownUrl(url);
  try {
    if (shouldRepair) {
      throw new CannotRun(
        `${database} can't be repaired in place. Move it to a folder with tandem move, repair it there, and move it to an empty database.`,
      );
    }
    await store.check('read');
    // Loaded on demand, with its driver, so that other commands start faster.
    const { examinePostgres } = await import('./examine-postgres.ts');
    await printFindings(database, examinePostgres(url, store), NOT_CHECKED, REMEDIES.postgres);
  } finally {
    store.close();
  }
}

const NOT_CHECKED = 'It was not checked.';

/** How to repair derived data, by where the database is: `--repair` works only in a data folder. */
const REMEDIES = {
  folder: 'Stop the server and run tandem doctor --repair to fix it.',
  backup: 'To fix it, restore the backup and run tandem doctor --repair in that data folder.',
  postgres:
    'To fix it, move the database to a folder with tandem move, run tandem doctor --repair there, and move it back.',
} as const;

async function printFindings(
  database: string,
  findings: AsyncIterable<Finding>,
  undone: string,
  remedy: string,
): Promise<void> {
  let wrong = 0;
  let repairable = 0;
  try {
    for await (const finding of findings) {
      print(`${LABELS[finding.state]}${finding.text}${finding.repairable ? ` ${remedy}` : ''}`);
      if (finding.state === 'wrong') wrong++;
      if (finding.repairable) repairable++;
    }
  } catch (error) {
    throw explainedFor(error, { database, undone });
  }
  if (wrong === 0) return;
  const next = repairable > 0 ? ` ${remedy}` : '';
  throw new CannotRun(`${database} has problems: see the lines marked WRONG.${next}`);
}
