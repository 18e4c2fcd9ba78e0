import { printable } from './print.ts';
import { type Style, styled } from './style.ts';
import { cut, widthOf } from './width.ts';

/** A column of a table. */
export interface Column<Item> {
  readonly head: string;
  readonly text: (item: Item) => string | number | null | undefined;
  readonly style?: ((item: Item) => Style | undefined) | undefined;
  /** Whether its texts may be cut if the terminal is too narrow; such columns share the remaining width. */
  readonly isLong?: boolean | undefined;
}

const GAP = '  ';
/** Minimum width of a long column, however narrow the terminal is. */
const MIN_LONG = 8;

/** Rows for a terminal of this width: a header, and long texts cut. Empty columns are omitted. */
export function tableOf<Item>(all: readonly Column<Item>[], items: readonly Item[], width: number): string[] {
  const columns = all.filter((column) => items.some((item) => textIn(column, item) !== ''));
  const rows = items.map((item) => columns.map((column) => textIn(column, item)));
  const widths = columns.map(({ head }, at) =>
    Math.max(widthOf(head), ...rows.map((row) => widthOf(row[at] as string))),
  );
  narrow(columns, widths, width);
  const line = (cells: readonly string[], styleOf: (at: number) => Style | undefined) =>
    cells
      .map((cell, at) => {
        const content = cut(cell, widths[at] as number);
        const rest = at === cells.length - 1 ? 0 : (widths[at] as number) - widthOf(content);
        return styled(content, styleOf(at)) + ' '.repeat(rest);
      })
      .join(GAP)
      .trimEnd();
  return [
    line(
      columns.map(({ head }) => head),
      () => 'dim',
    ),
    ...rows.map((row, at) => line(row, (column) => columns[column]?.style?.(items[at] as Item))),
  ];
}

/** A row for other programs: uncut and tab-separated; texts contain no tabs. */
export const rowOf = <Item>(columns: readonly Column<Item>[], item: Item): string =>
  columns.map((column) => textIn(column, item)).join('\t');

function textIn<Item>({ text }: Column<Item>, item: Item): string {
  const value = text(item);
  return value === null || value === undefined ? '' : printable(String(value));
}

/** Reduces the widest long columns until the table fits the terminal. */
function narrow(columns: readonly Column<never>[], widths: number[], width: number): void {
  const long = columns.flatMap(({ isLong }, at) => (isLong ? [at] : []));
  const gaps = GAP.length * (columns.length - 1);
  let lacking = widths.reduce((sum, each) => sum + each, gaps) - width;
  while (lacking > 0) {
    const widest = long.reduce<number | undefined>(
      (max, at) => (max === undefined || (widths[at] as number) > (widths[max] as number) ? at : max),
      undefined,
    );
    if (widest === undefined || (widths[widest] as number) <= MIN_LONG) return;
    const others = long.filter((at) => at !== widest).map((at) => widths[at] as number);
    const step = Math.max(1, (widths[widest] as number) - Math.max(MIN_LONG, ...others));
    const taken = Math.min(lacking, step, (widths[widest] as number) - MIN_LONG);
    widths[widest] = (widths[widest] as number) - taken;
    lacking -= taken;
  }
}
