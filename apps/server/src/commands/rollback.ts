import { findRollback, type Rollback, restore } from '@tandem/adapter-sqlite';
import { note } from '@tandem/cli';
import type { Command } from 'commander';
import { CannotRun } from '../errors/cannot-run.ts';
import { fileStore } from '../files/file-store.ts';
import { holdFolder, type Unlock } from '../storage/folder-lock.ts';
import { existingDatabase } from '../storage/sqlite.ts';
import { explainedFor, folderSettings, untilStopped } from './maintenance.ts';
import { showSteps } from './progress.ts';

export function addRollbackCommand(program: Command): void {
  program
    .command('rollback')
    .description(
      'after going back to an older version, put back the database from before the upgrade; no server may be running',
    )
    .option('--force', 'discard the changes made since')
    .action(rollBack);
}

async function rollBack({ force = false }: { force?: boolean }): Promise<void> {
  const config = folderSettings('rollback');
  const database = existingDatabase(config.dataDir);
  const contents = fileStore(config);
  const steps = showSteps(database);
  let unlock: Unlock | undefined;
  try {
    unlock = holdFolder(config.dataDir);
    const { copy, copiedAt, lost } = findRollback(database);
    note(`${copy} is from ${shownTime(copiedAt)}. ${shownLoss(lost)}`);
    if (!force && lost?.changes !== 0) {
      throw new CannotRun('Add --force to discard them. To keep them, install the newer version again.');
    }
    await untilStopped((signal) =>
      restore({ from: copy, database, contents, force: true, signal, onStep: steps.onStep }),
    );
  } catch (error) {
    throw explainedFor(error, { database, undone: 'Nothing was changed.' });
  } finally {
    steps.end();
    contents.close();
    unlock?.();
  }
  note('Restored the database from before the upgrade. Start the server.');
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

const shownTime = (ms: number) => new Date(ms).toISOString();

function shownLoss(lost: Rollback['lost']): string {
  if (!lost)
    return 'The changes since then, if there are any, would be lost; this version cannot count them.';
  if (lost.changes === 0 || lost.lastAt === null) return 'Nothing has changed since then.';
  const changes = counted(lost.changes, 'change');
  return `You would lose ${changes} made since then (last at ${shownTime(lost.lastAt)}), including ${counted(lost.tasks, 'task')}.`;
}
