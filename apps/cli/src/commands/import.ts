import { Argument, type Command } from 'commander';
import { filesOf } from '../import/files/source-file.ts';
import { readMap } from '../import/map-file.ts';
import { reportOf } from '../import/report.ts';
import { scan } from '../import/scan.ts';
import { guessedMap } from '../import/sources/csv.ts';
import { SOURCES, sourceNamed } from '../import/sources/index.ts';
import { tandemExport } from '../import/tandem.ts';
import { print } from '../output/print.ts';

interface ImportOptions {
  readonly dryRun?: true;
  readonly guess?: true;
  readonly map?: string;
}

/** Our own export needs no maps. */
const TANDEM = 'tandem';
const TANDEM_FILES = /^export\.jsonl$/;
const LISTED = [...SOURCES, { name: TANDEM, reads: 'tandem export: its folder or export.jsonl' }];
const NAMES = LISTED.map(({ name }) => name);
const width = Math.max(...NAMES.map((name) => name.length));

export function addImportCommand(program: Command): void {
  program
    .command('import')
    .description('check what the export of another tracker would become')
    .addArgument(new Argument('<source>', 'the tracker').choices(NAMES))
    .argument('<file...>', 'exported files, or folders with them')
    .requiredOption('--dry-run', 'show tasks, people, skipped entries and warnings; changes nothing')
    .option('--map <file>', 'JSON: words for statuses, priorities and labels, columns, order of dates')
    .option('--guess', 'print a map from the columns of a CSV file to fields instead')
    .addHelpText(
      'after',
      `\nSources:\n${LISTED.map(({ name, reads }) => `  ${name.padEnd(width)}  ${reads}`).join('\n')}`,
    )
    .action(check);
}

async function check(name: string, paths: readonly string[], options: ImportOptions): Promise<void> {
  if (options.guess) {
    const map = await guessedMap(filesOf(paths, sourceNamed(name).files));
    for (const line of JSON.stringify(map, null, 2).split('\n')) print(line);
    return;
  }
  for (const line of await reportOn(name, paths, options.map)) print(line);
}

async function reportOn(name: string, paths: readonly string[], mapFile: string | undefined) {
  if (name === TANDEM) return (await tandemExport(filesOf(paths, TANDEM_FILES))).report;
  const source = sourceNamed(name);
  const map = mapFile === undefined ? {} : readMap(mapFile);
  return reportOf(await scan(source.read(filesOf(paths, source.files), map), map));
}
