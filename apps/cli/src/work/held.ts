import type { Command } from 'commander';
import { connect } from '../connection.ts';
import type { KeptClaim } from '../kept/claims.ts';
import { printTable } from '../output/list.ts';
import { moment } from '../output/moment.ts';
import { note } from '../output/print.ts';
import { write } from '../output/show.ts';
import { type Column, rowOf } from '../output/table.ts';

const COLUMNS: readonly Column<KeptClaim>[] = [
  { head: '#', text: ({ taskNumber }) => taskNumber, style: () => 'cyan' },
  { head: 'UNTIL', text: ({ expiresAt }) => moment(expiresAt) },
  { head: 'TITLE', text: ({ title }) => title, isLong: true },
];

export function addHeldCommand(group: Command): void {
  group
    .command('held')
    .description('list the tasks whose claims are kept on this machine for this key')
    .action(() => {
      const held = connect().claims.all();
      if (held.length === 0) note('Nothing is held here by this key.');
      else if (process.stdout.isTTY) printTable(COLUMNS, held);
      else for (const claim of held) write(rowOf(COLUMNS, claim));
    });
}
