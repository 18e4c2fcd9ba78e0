import type { Command } from 'commander';
import { connect } from '../connection.ts';
import { type ExportOptions, exportTo } from '../export/export.ts';
import { note } from '../output/print.ts';

export function addExportCommand(program: Command): void {
  program
    .command('export')
    .description('save the whole workspace to a folder; admins only')
    .requiredOption('--out <folder>', 'a new or empty folder')
    .option('--csv', 'also write tasks.csv for spreadsheets')
    .option('--no-files', 'without the contents of files')
    .option('--my-chats', 'with your own chats')
    .action(save);
}

async function save(options: ExportOptions): Promise<void> {
  const { records, files } = await exportTo(connect().tandem, options);
  note(`Exported ${records} records and ${files} files to ${options.out}.`);
}
