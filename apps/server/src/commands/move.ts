import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  type FileRecord,
  type Moved,
  MoveRefused,
  type MoveSource,
  type MoveTarget,
  moveRows,
  sqliteSource,
  sqliteTarget,
  TRANSFER_TABLES,
} from '@tandem/adapter-sqlite';
import { note, showProgress } from '@tandem/cli';
import type { Command } from 'commander';
import { CannotRun } from '../errors/cannot-run.ts';
import { type FileStore, fileStore } from '../files/file-store.ts';
import { type MovedContents, moveContents } from '../files/move-contents.ts';
import { type Config, readConfig } from '../settings/config.ts';
import { isDatabaseUrl, shownUrl } from '../settings/database-url.ts';
import { makeFolder } from '../storage/data-folder.ts';
import { holdFolder, holdForMove, type Unlock } from '../storage/folder-lock.ts';
import { leaveMovedNote, removeMovedNote } from '../storage/moved-note.ts';
import { databaseIn, existingDatabase } from '../storage/sqlite.ts';
import { explainedFor, named, untilStopped } from './maintenance.ts';

export function addMoveCommand(program: Command): void {
  program
    .command('move')
    .description(
      'move all data from the data folder to PostgreSQL or back; no server may be running on either',
    )
    .requiredOption(
      '--to <place>',
      'an empty database, postgres://user@host/name; or a new folder, to move the database in TANDEM_DATABASE_URL',
    )
    .option('--leave-files', 'do not move file contents')
    .action(move);
}

/** Both sides of a move, and the message and cleanup for when it is done. */
interface Plan {
  readonly openSource: (locks: Unlock[]) => Promise<MoveSource>;
  readonly openTarget: (locks: Unlock[]) => Promise<MoveTarget>;
  readonly from: FileStore;
  readonly to: FileStore;
  readonly done: () => void;
}

async function move({ to, leaveFiles = false }: { to: string; leaveFiles?: boolean }): Promise<void> {
  const config = readConfig(process.env);
  const plan = isDatabaseUrl(to) ? toPostgres(config, to) : toFolder(config, to);
  const database = isDatabaseUrl(to) ? databaseIn(config.dataDir) : databaseIn(resolve(to));
  let contents: MovedContents | null;
  try {
    contents = await untilStopped((signal) => carryOut(plan, leaveFiles, signal));
  } catch (error) {
    if (error instanceof MoveRefused) throw new CannotRun(error.message);
    throw explainedFor(error, { database, undone: 'Rerun the same command to continue.' });
  } finally {
    plan.from.close();
    plan.to.close();
  }
  plan.done();
  if (!contents || contents.flaws.length === 0) return;
  throw new CannotRun(
    `These files are damaged in ${plan.from.where} and were not moved: ${named(contents.flaws)}.`,
  );
}

function toPostgres(config: Config, url: string): Plan {
  const { dataDir } = config;
  const database = existingDatabase(dataDir);
  const where = shownUrl(url);
  return {
    openSource: async (locks) => {
      locks.push(holdFolder(dataDir));
      return sqliteSource(database);
    },
    openTarget: async () => (await postgres()).postgresTarget({ url }),
    from: fileStore({ dataDir, filesUrl: null }),
    to: fileStore(config),
    done: () => {
      leaveMovedNote(dataDir, { to: where, at: new Date().toISOString() });
      note(`${database} is unchanged. Set this for every server, with the password, and start them:`);
      note(`TANDEM_DATABASE_URL=${where}`);
    },
  };
}

function toFolder(config: Config, place: string): Plan {
  if (/^\w+:\/\//.test(place)) {
    throw new CannotRun(
      '--to must be the URL of a database, postgres://user@host/name, or the path of a folder.',
    );
  }
  const url = config.databaseUrl;
  if (url === '') {
    throw new CannotRun('Set TANDEM_DATABASE_URL to the database to move to the folder.');
  }
  const dataDir = resolve(place);
  return {
    openSource: async () => (await postgres()).postgresSource(url),
    openTarget: async (locks) => {
      makeFolder(dataDir);
      locks.push(holdForMove(dataDir));
      return sqliteTarget(databaseIn(dataDir));
    },
    from: fileStore(config),
    to: fileStore({ dataDir, filesUrl: null }),
    done: () => {
      removeMovedNote(dataDir);
      note(`${shownUrl(url)} is unchanged. Unset TANDEM_DATABASE_URL, set this, and start the server:`);
      note(`TANDEM_DATA_DIR=${dataDir}`);
    },
  };
}

/** Loaded on demand, with its driver, so that other commands start faster. */
const postgres = () => import('@tandem/adapter-postgres');

async function carryOut(
  { openSource, openTarget, from, to }: Plan,
  leaveFiles: boolean,
  signal: AbortSignal,
): Promise<MovedContents | null> {
  const locks: Unlock[] = [];
  let source: MoveSource | undefined;
  let target: MoveTarget | undefined;
  try {
    source = await openSource(locks);
    target = await openTarget(locks);
    const stays = leaveFiles || isSameStore(from, to);
    if (!stays) {
      await from.check('read');
      await to.check('write');
    }
    const moved = await moveAllRows(source, target, signal);
    note(rowsReport(moved, source, target));
    const contents = stays ? null : await moveAllContents(source, from, to, signal);
    note(contents ? contentsReport(contents, to) : `File contents stay in ${from.where}.`);
    await finish(target);
    return contents;
  } finally {
    await source?.close();
    await target?.close();
    for (const unlock of locks) unlock();
  }
}

async function finish(target: MoveTarget): Promise<void> {
  const progress = showProgress();
  progress.at('last step: indexes and table statistics');
  await target.finish();
  progress.end();
}

const NUMBER = new Intl.NumberFormat('en');

async function moveAllRows(source: MoveSource, target: MoveTarget, signal: AbortSignal): Promise<Moved> {
  const progress = showProgress();
  try {
    return await moveRows({
      source,
      target,
      signal,
      onProgress: ({ doing, table, rows, of }) =>
        progress.at(`${NUMBER.format(rows)} of ${NUMBER.format(of)} rows ${doing} (${table})`),
    });
  } finally {
    progress.end();
  }
}

const rowsReport = ({ seal, rows, before }: Moved, source: MoveSource, target: MoveTarget): string =>
  `All ${NUMBER.format(rows)} rows of ${source.name} are in ${target.name}` +
  `${before > 0 ? ` (${NUMBER.format(before)} had been copied before)` : ''}, verified by the checksum ${seal}.`;

const isSameStore = (from: FileStore, to: FileStore): boolean =>
  from.where === to.where ||
  (existsSync(from.where) && existsSync(to.where) && realpathSync(from.where) === realpathSync(to.where));

async function moveAllContents(
  source: MoveSource,
  from: FileStore,
  to: FileStore,
  signal: AbortSignal,
): Promise<MovedContents> {
  const progress = showProgress();
  try {
    return await moveContents({
      records: fileRecords(source),
      from,
      to,
      signal,
      onFile: (files) => progress.at(`${NUMBER.format(files)} files copied`),
    });
  } finally {
    progress.end();
  }
}

async function* fileRecords(source: MoveSource): AsyncGenerator<FileRecord> {
  const files = TRANSFER_TABLES.find(({ name }) => name === 'files');
  if (!files) return;
  const places = ['id', 'size', 'sha256'].map((column) => files.columns.indexOf(column));
  for await (const rows of source.rows(files, null)) {
    for (const row of rows) {
      const [id, size, sha256] = places.map((place) => row[place]);
      yield { id: String(id), size: Number(size), sha256: String(sha256) };
    }
  }
}

const contentsReport = ({ copied, there }: MovedContents, to: FileStore): string =>
  `${NUMBER.format(copied)} ${copied === 1 ? 'file was' : 'files were'} copied to ${to.where}` +
  `${there > 0 ? `, and ${NUMBER.format(there)} ${there === 1 ? 'was' : 'were'} there` : ''}.`;
