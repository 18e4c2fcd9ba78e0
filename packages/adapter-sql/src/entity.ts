import type { Columns, StoredIn, Table, ValueIn } from './table.ts';

/** The field of a column: `due_date` stores `dueDate`. */
type FieldOf<Column extends string> = Column extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<FieldOf<Tail>>}`
  : Column;

/** The columns that store a field of the same name and type. */
type Plain<T, C extends Columns, Unsaved> = {
  [K in Exclude<keyof C & string, Unsaved>]: FieldOf<K> extends keyof T
    ? [T[FieldOf<K>], ValueIn<C[K]>] extends [ValueIn<C[K]>, T[FieldOf<K>]]
      ? K
      : never
    : never;
}[Exclude<keyof C & string, Unsaved>];

type Fields<T, View, P extends string> = {
  readonly [F in Exclude<keyof T, FieldOf<P>>]: (row: View) => T[F];
} & { readonly [F in keyof T]?: (row: View) => T[F] };

interface Mapping<T, View, C extends Columns, Unsaved extends string> {
  /** Columns that are not written with the entity. */
  readonly unsaved?: readonly Unsaved[];
  /** The fields that are no column of the same name and type, from a row. */
  readonly fields: Fields<T, View, Plain<T, C, Unsaved>>;
  /** The columns that are no field of the same name and type, from an entity. */
  readonly columns: {
    readonly [K in Exclude<keyof C, Plain<T, C, Unsaved> | Unsaved | 'workspace_id'>]: (
      entity: T,
    ) => StoredIn<C[K]>;
  } & { readonly [K in keyof C]?: (entity: T) => StoredIn<C[K]> };
}

export interface Entity<T, View, C extends Columns, Unsaved extends string> {
  /** Throws `Unreadable`. */
  decode(row: View): T;
  encode(workspaceId: string, entity: T): { [K in Exclude<keyof C, Unsaved>]: StoredIn<C[K]> };
  /** A new row. Adding columns to `encode` would be slow: V8 stores large objects that grow as dictionaries. */
  encodeNew(
    workspaceId: string,
    entity: T,
    unsaved: { readonly [K in Unsaved & keyof C]: StoredIn<C[K]> },
  ): { [K in keyof C]: StoredIn<C[K]> };
}

const fieldOf = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const literal = (members: readonly (readonly [name: string, value: string])[]) =>
  `({ ${members.map(([name, value]) => `${name}: ${value}`).join(', ')} })`;

/** Compiles a function once. V8 builds object literals ten times as fast as objects keyed at run time. */
export const compiled = <F>(
  parameters: string,
  body: string,
  given: Readonly<Record<string, unknown>> = {},
): F => new Function(...Object.keys(given), `return (${parameters}) => ${body}`)(...Object.values(given));

type Unused<Row> = { readonly [Name in keyof Row]?: Row[Name] };

/**
 * Makes a row from values in the order of these names. `unused` has rarely used columns and their usual values. Their
 * values follow as one JSON array, or NULL if all are the usual ones.
 */
export function rowOf<Row>(
  names: readonly (keyof Row & string)[],
  unused: Unused<Row> = {},
): (values: readonly unknown[]) => Row {
  const rare = Object.keys(unused).map((name, i) => [name, `r[${i}]`] as const);
  const make = compiled<(values: readonly unknown[], rare: readonly unknown[]) => Row>(
    'v, r',
    literal([...names.map((name, i) => [name, `v[${i}]`] as const), ...rare]),
  );
  const mostly = Object.values(unused);
  return (values) => {
    const json = values[names.length] as string | null | undefined;
    return make(values, typeof json === 'string' ? JSON.parse(json) : mostly);
  };
}

/**
 * How an entity is stored in a row. A column and a field of the same name and type (`due_date`, `dueDate`) belong
 * together; `mapping` names the others, and the compiler which are missing.
 */
export const entityOf =
  <T, View>() =>
  <C extends Columns, const Unsaved extends string = never>(
    { columns }: Table<C>,
    mapping: Mapping<T, View, C, Unsaved>,
  ): Entity<T, View, C, Unsaved> => {
    const unsaved: readonly string[] = mapping.unsaved ?? [];
    const plain = Object.keys(columns).filter(
      (column) => column !== 'workspace_id' && !unsaved.includes(column) && !(column in mapping.columns),
    );
    const checked = (column: string, code: 'decode' | 'encode', value: string) => {
      if (!columns[column]?.[code]) return value;
      const call = `${column}(${value}${code === 'decode' ? `, '${column}'` : ''})`;
      return columns[column].nullable ? `${value} === null ? null : ${call}` : call;
    };
    const functions = (code: 'decode' | 'encode') =>
      Object.fromEntries(plain.map((column) => [column, columns[column]?.[code]]));
    const decode = [
      ...plain
        .filter((column) => !(fieldOf(column) in mapping.fields))
        .map((column) => [fieldOf(column), checked(column, 'decode', `row.${column}`)] as const),
      ...Object.keys(mapping.fields).map((field) => [field, `$${field}(row)`] as const),
    ];
    const encode = [
      ...('workspace_id' in columns ? [['workspace_id', 'workspaceId'] as const] : []),
      ...plain.map((column) => [column, checked(column, 'encode', `entity.${fieldOf(column)}`)] as const),
      ...Object.keys(mapping.columns).map((column) => [column, `$${column}(entity)`] as const),
    ];
    const marked = (each: object) =>
      Object.fromEntries(Object.entries(each).map(([name, of]) => [`$${name}`, of]));
    const encoders = { ...functions('encode'), ...marked(mapping.columns) };
    return {
      decode: compiled('row', literal(decode), { ...functions('decode'), ...marked(mapping.fields) }),
      encode: compiled('workspaceId, entity', literal(encode), encoders),
      encodeNew: compiled(
        'workspaceId, entity, unsaved',
        literal([...encode, ...unsaved.map((column) => [column, `unsaved.${column}`] as const)]),
        encoders,
      ),
    };
  };

/** Reads single columns of a row, for fields that combine several. */
export const readersOf = <C extends Columns>({ columns }: Pick<Table<C>, 'columns'>) =>
  Object.fromEntries(
    Object.entries(columns).map(([name, { decode }]) => [
      name,
      (row: Readonly<Record<string, never>>) => {
        const stored = row[name];
        return decode && stored !== null ? decode(stored, name) : stored;
      },
    ]),
  ) as { readonly [K in keyof C]: (row: { readonly [N in K]: StoredIn<C[K]> }) => ValueIn<C[K]> };
