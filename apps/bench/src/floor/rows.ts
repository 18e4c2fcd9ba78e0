import type Database from 'better-sqlite3';

/** A statement whose rows get their names here: the driver takes longer to make objects. */
export interface Named {
  all(...parameters: readonly unknown[]): object[];
  get(...parameters: readonly unknown[]): object | undefined;
}

export function named(database: Database.Database, sql: string): Named {
  const statement = database.prepare(sql).raw();
  const columns = statement.columns().map(({ name }) => name);
  const blank: object = JSON.parse(`{${columns.map((name) => `${JSON.stringify(name)}:null`).join()}}`);
  const rowOf = (values: unknown): object => {
    const row = { ...blank } as Record<string, unknown>;
    for (let i = 0; i < columns.length; i++) row[columns[i] as string] = (values as unknown[])[i];
    return row;
  };
  return {
    all: (...parameters) => statement.all(...parameters).map(rowOf),
    get: (...parameters) => {
      const values = statement.get(...parameters);
      return values === undefined ? undefined : rowOf(values);
    },
  };
}
