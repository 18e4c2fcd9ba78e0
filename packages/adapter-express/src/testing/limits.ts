/** The limits in a schema of the OpenAPI document. */
export interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
  readonly propertyNames?: Schema;
  readonly items?: Schema;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly default?: unknown;
}

/** A position in a body, with its schema in the document. */
export interface SchemaField {
  readonly path: readonly string[];
  readonly schema: Schema;
}

export const isOf = ({ type }: Schema, name: string): boolean => [type].flat().includes(name);

/** All positions in a body with a text, a number, a list or a record; of a list its first entry. */
export function placesIn(
  schema: Schema,
  resolve: (schema: Schema) => Schema,
  path: readonly string[] = [],
): SchemaField[] {
  const found = resolve(schema.anyOf?.find((each) => !isOf(each, 'null')) ?? schema);
  if (found.anyOf) return placesIn(found, resolve, path);
  const inside = Object.entries(found.properties ?? {}).flatMap(([name, inner]) =>
    placesIn(inner, resolve, [...path, name]),
  );
  const first = found.items ? placesIn(found.items, resolve, [...path, '0']) : [];
  return [...(found.properties ? [] : [{ path, schema: found }]), ...inside, ...first];
}

/** Whether a schema accepts a value by itself. */
export function takes(schema: Schema, value: unknown): boolean {
  if (schema.enum) return schema.enum.includes(value);
  if (typeof value === 'string') {
    const length = Array.from(value).length;
    return (
      isOf(schema, 'string') &&
      length >= (schema.minLength ?? 0) &&
      length <= (schema.maxLength ?? Number.POSITIVE_INFINITY) &&
      new RegExp(schema.pattern ?? '', 'u').test(value)
    );
  }
  if (typeof value === 'number') {
    return (
      (isOf(schema, 'number') || (isOf(schema, 'integer') && Number.isInteger(value))) &&
      value >= (schema.minimum ?? Number.NEGATIVE_INFINITY) &&
      value <= (schema.maximum ?? Number.POSITIVE_INFINITY)
    );
  }
  if (Array.isArray(value)) {
    return (
      value.length >= (schema.minItems ?? 0) && value.length <= (schema.maxItems ?? Number.POSITIVE_INFINITY)
    );
  }
  const names = Object.keys(value as object);
  return (
    names.length <= (schema.maxProperties ?? Number.POSITIVE_INFINITY) &&
    names.every((name) => takes({ type: 'string', ...schema.propertyNames }, name))
  );
}

/** A body with the value at a path replaced. */
export function withAt(value: unknown, [step, ...rest]: readonly string[], other: unknown): unknown {
  if (step === undefined) return other;
  const isList = /^\d+$/.test(step);
  const copy = (isList ? [...((value as unknown[]) ?? [])] : { ...(value as object) }) as Record<
    string,
    unknown
  >;
  copy[step] = withAt(copy[step], rest, other);
  return copy;
}
