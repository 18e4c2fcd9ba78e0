import { Argument, type Command } from 'commander';
import { filesOf } from '../import/files/source-file.ts';
import { readMap } from '../import/map-file.ts';
import { reportOf } from '../import/report.ts';
import { scan } from '../import/scan.ts';
import { guessedMap } from '../import/sources/csv.ts';
import { SOURCES, sourceNamed } from '../import/sources/index.ts';
import { print } from '../output/print.ts';

interface ImportOptions {
  readonly dryRun?: true;
  readonly guess?: true;
  readonly map?: string;
}

const width = Math.max(...SOURCES.map(({ name }) => name.length));

export function addImportCommand(program: Command): void {
  program
    .command('import')
    .description('check what the export of another tracker would become')
    .addArgument(new Argument('<source>', 'the tracker').choices(SOURCES.map(({ name }) => name)))
    .argument('<file...>', 'exported files, or folders with them')
    .requiredOption('--dry-run', 'show tasks, people, skipped entries and warnings; changes nothing')
    .option('--map <file>', 'JSON: words for statuses, priorities and labels, columns, order of dates')
    .option('--guess', 'print a map from the columns of a CSV file to fields instead')
    .addHelpText(
      'after',
      `\nSources:\n${SOURCES.map(({ name, reads }) => `  ${name.padEnd(width)}  ${reads}`).join('\n')}`,
    )
    .action(check);
}

async function check(name: string, paths: readonly string[], { map, guess }: ImportOptions): Promise<void> {
  const source = sourceNamed(name);
  const files = filesOf(paths, source.files);
  if (guess) {
    for (const line of JSON.stringify(await guessedMap(files), null, 2).split('\n')) print(line);
    return;
  }
  const options = map === undefined ? {} : readMap(map);
  const plan = await scan(source.read(files, options), options);
  for (const line of reportOf(plan)) print(line);
}
