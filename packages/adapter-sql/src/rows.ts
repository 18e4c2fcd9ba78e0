import type { Connection } from './connection.ts';
import { countDeleted, countInserted, recount } from './counting.ts';
import { db, type Query, queriesByShape, query } from './query.ts';
import type { Schema } from './stores/schema.ts';

type Table = keyof Schema;
type Column<T extends Table> = keyof Schema[T] & string;

// Kysely's types cannot express a variable table; `as 'tasks'` stands for any table.

/** Inserts rows; compiled with the columns of the first one. */
export function insertInto<T extends Table>(table: T): (on: Connection, row: Schema[T]) => void {
  let insert: Query<Schema[T], unknown> | undefined;
  return (on, row) => {
    insert ??= query((p: Schema[T]) =>
      db.insertInto(table as 'tasks').values(pick(p, Object.keys(row)) as never),
    );
    insert.run(on, row);
    countInserted(on, table, row);
  };
}

/**
 * Updates the row with a key, setting only columns that differ from `before`: SQLite rewrites every index of a column
 * that is set. Returns those columns.
 */
export function updateRow<T extends Table>(table: T, key: readonly Column<T>[]) {
  const shapes = queriesByShape<Partial<Schema[T]>, unknown>();
  return (on: Connection, after: Partial<Schema[T]>, before?: Partial<Schema[T]>): readonly Column<T>[] => {
    const isChanged = (column: Column<T>) => !before || after[column] !== before[column];
    const changed = (Object.keys(after) as Column<T>[]).filter(
      (column) => isChanged(column) && !key.includes(column),
    );
    if (changed.length === 0) return changed;
    const make = () =>
      query((p: Partial<Schema[T]>) =>
        matching(db.updateTable(table as 'tasks').set(pick(p, changed) as never), key, p),
      );
    recount(on, table, { after, before, changed }, () => shapes(changed.join(), make).run(on, after));
    return changed;
  };
}

/** Deletes the rows with these values in the `key` columns. */
export function deleteFrom<T extends Table, K extends Column<T>>(table: T, key: readonly K[]) {
  const compiled = query((p: Pick<Schema[T], K>) => matching(db.deleteFrom(table as 'tasks'), key, p));
  return (on: Connection, values: Pick<Schema[T], K>): void => {
    countDeleted(on, table, values);
    compiled.run(on, values);
  };
}

const pick = (values: object, columns: readonly string[]) =>
  Object.fromEntries(columns.map((column) => [column, values[column as keyof typeof values]]));

/** Adds `column = value` for each column. */
function matching<B extends { where(column: never, operator: '=', value: never): B }>(
  builder: B,
  columns: readonly string[],
  values: object,
): B {
  return columns.reduce(
    (conditions, column) => conditions.where(column as never, '=', values[column as never]),
    builder,
  );
}
