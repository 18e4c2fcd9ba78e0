import { createHash } from 'node:crypto';
import { holdsFractions, namedRow, type TransferRow, type TransferTable } from './tables.ts';

/** Why a move stopped or did not start, and the remedy, in one line. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused';
}

/** The SHA-256 over the rows of one table in key order; equal on every engine. */
export interface TableSeal {
  readonly sha256: string;
  readonly rows: number;
}

export interface Sealing {
  /** Adds rows. Throws `MoveRefused` for a value that some engine cannot store exactly. */
  add(rows: readonly TransferRow[]): void;
  end(): TableSeal;
}

export function sealing(table: TransferTable): Sealing {
  const hash = createHash('sha256');
  const integers = table.columns.map((column) => !holdsFractions(table, column));
  let count = 0;
  return {
    add: (rows) => {
      let text = '';
      for (const row of rows) {
        for (let i = 0; i < row.length; i++) {
          const value = row[i];
          if (typeof value !== 'number') continue;
          if (integers[i] ? !Number.isSafeInteger(value) : !Number.isFinite(value)) refuse(table, row, i);
        }
        text += `${JSON.stringify(row)}\n`;
      }
      hash.update(text);
      count += rows.length;
    },
    end: () => ({ sha256: hash.digest('hex'), rows: count }),
  };
}

function refuse(table: TransferTable, row: TransferRow, column: number): never {
  throw new MoveRefused(
    `The column ${table.columns[column]} of ${namedRow(table, row)} holds a number that Tandem never writes. Run tandem doctor.`,
  );
}

/** One seal over those of all tables. */
export function sealOfAll(seals: readonly TableSeal[]): string {
  const hash = createHash('sha256');
  for (const { sha256, rows } of seals) hash.update(`${rows} ${sha256}\n`);
  return hash.digest('hex');
}
