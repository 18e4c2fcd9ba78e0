import { TandemError } from '@tandem/client';
import { Argument, type Command } from 'commander';
import { connect } from '../connection.ts';
import { CannotDo, EXIT, Misused } from '../ending.ts';
import { explained } from '../explain.ts';
import { DiskSpool } from '../import/local/disk-spool.ts';
import { filesOf, readMap } from '../import/local/files.ts';
import { runImport } from '../import/local/run.ts';
import { SOURCES, sourceNamed } from '../import/local/sources.ts';
import { tandemExport } from '../import/local/tandem.ts';
import { unknownPeople } from '../import/people.ts';
import { foreignExport, type PreparedImport } from '../import/prepared.ts';
import { previewed } from '../import/receiver.ts';
import { previewReport, sendAll, sentReport } from '../import/send.ts';
import { guessedMap } from '../import/sources/csv.ts';
import { confirm } from '../input/confirm.ts';
import { note, print } from '../output/print.ts';
import { showProgress } from '../output/progress.ts';
import { onStopSignals } from '../stop-signals.ts';
import { addImportsCommands } from './imports.ts';

interface ImportOptions {
  readonly dryRun?: true;
  readonly guess?: true;
  readonly map?: string;
  readonly project?: string;
  readonly as?: string;
  readonly yes?: true;
}

/** Our own export needs no maps. */
const TANDEM = 'tandem';
const TANDEM_FILES = /^export\.jsonl$/;
const LISTED = [...SOURCES, { name: TANDEM, reads: 'tandem export: its folder or export.jsonl' }];
const NAMES = LISTED.map(({ name }) => name);
const width = Math.max(...NAMES.map((name) => name.length));

export function addImportCommand(program: Command): void {
  const group = program
    .command('import')
    .description("import another tracker's export; admins only")
    .addArgument(new Argument('<source>', 'the tracker').choices(NAMES))
    .argument('<file...>', 'exported files, or folders with them')
    .option('--dry-run', 'show tasks, people, warnings and what would change; changes nothing')
    .option('--map <file>', 'JSON: words for statuses, priorities and labels, columns, order of dates')
    .option('--project <name>', 'the project of tasks that have none; created if it is missing')
    .option('--as <name>', 'a name for this source, if you import several of one tracker')
    .option('--guess', 'print a map from the columns of a CSV file to fields instead')
    .option('--yes', 'import without asking')
    .addHelpText(
      'after',
      `\nSources:\n${LISTED.map(({ name, reads }) => `  ${name.padEnd(width)}  ${reads}`).join('\n')}`,
    )
    .action(act);
  addImportsCommands(group);
}

async function act(name: string, paths: readonly string[], options: ImportOptions): Promise<void> {
  if (options.guess) {
    const map = await guessedMap(filesOf(paths, sourceNamed(name).files));
    for (const line of JSON.stringify(map, null, 2).split('\n')) print(line);
    return;
  }
  const prepared = await prepare(name, paths, options.map);
  try {
    if (options.dryRun) await check(prepared, sourceName(options.as ?? name), options.project);
    else await send(name, prepared, options);
  } finally {
    prepared.close();
  }
}

async function prepare(name: string, paths: readonly string[], map: string | undefined) {
  if (name === TANDEM) return tandemExport(filesOf(paths, TANDEM_FILES));
  const source = sourceNamed(name);
  const files = filesOf(paths, source.files);
  return foreignExport(source, files, map === undefined ? {} : readMap(map), new DiskSpool());
}

async function check(prepared: PreparedImport, source: string, project: string | undefined): Promise<void> {
  for (const line of prepared.report) print(line);
  try {
    const { tandem } = connect();
    printPeople(await unknownPeople(tandem, prepared));
    const { total, records } = prepared;
    const progress = showProgress();
    try {
      const sent = await sendAll(previewed(tandem, source, project), records(), {
        total,
        progress,
        verb: 'Comparing',
      });
      progress.end();
      for (const line of previewReport(sent)) print(line);
    } finally {
      progress.end();
    }
  } catch (error) {
    if (!(error instanceof CannotDo || error instanceof TandemError)) throw error;
    note(`People are not compared with the members of a server. ${error.message}`);
  }
}

const printPeople = (people: readonly string[]): void => {
  if (people.length > 0) print(`Not members yet, imported without access: ${people.join(', ')}`);
};

async function send(name: string, prepared: PreparedImport, options: ImportOptions): Promise<void> {
  const source = sourceName(options.as ?? name);
  const { tandem, url } = connect();
  for (const line of prepared.report) print(line);
  printPeople(await unknownPeople(tandem, prepared));
  await confirm(`Import into ${url}?`, options.yes);
  onStopSignals(
    () => {
      prepared.close();
      note(CONTINUES);
      process.exit(EXIT.interrupted);
    },
    () => process.exit(EXIT.interrupted),
  );
  try {
    const { sent, run } = await runImport(tandem, prepared, { source, project: options.project });
    for (const line of sentReport(sent)) print(line);
    print(`Import ${run.id} is finished. tandem import undo ${run.id} undoes it.`);
  } catch (error) {
    const code = explained(error);
    if (code === null) throw error;
    process.exitCode = code;
    if (code === EXIT.unreachable) note(CONTINUES);
  }
}

const CONTINUES = 'The import is not complete. Run the same command again to continue it.';

function sourceName(name: string): string {
  if (/^[a-z0-9._-]{1,40}$/.test(name)) return name;
  throw new Misused('--as must be 1 to 40 lowercase letters, digits, dots, underscores or hyphens.');
}
