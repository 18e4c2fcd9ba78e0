/** A column of a table: its heading, and how a row fills it. */
export interface Column<Row> {
  readonly heading: string;
  readonly cell: (row: Row) => string;
  /** Texts of any length stand to the left; so does the first column. */
  readonly left?: boolean;
}

/** Rows as plain text: the columns to the right, unless they say otherwise. */
export function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const lines = [
    columns.map(({ heading }) => heading),
    ...rows.map((row) => columns.map(({ cell }) => cell(row))),
  ];
  const widths = columns.map((_, i) => Math.max(...lines.map((cells) => (cells[i] as string).length)));
  const aligned = (cell: string, i: number) =>
    i === 0 || columns[i]?.left ? cell.padEnd(widths[i] as number) : cell.padStart(widths[i] as number);
  const [headings, ...body] = lines.map((cells) => cells.map(aligned).join('  ').trimEnd());
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  return [headings, rule, ...body].join('\n');
}

/** 12,345 */
export const rounded = (value: number): string => Math.round(value).toLocaleString('en-US');
export const decimals = (count: number) => (value: number) => value.toFixed(count);
