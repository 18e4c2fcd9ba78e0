import type * as z from 'zod';

/** The parts of a zod schema definition that the generator needs. */
interface Def {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly entries?: Readonly<Record<string, string>>;
  readonly values?: readonly unknown[];
  readonly keyType?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly in?: z.ZodType;
  /** The type of further fields. */
  readonly catchall?: z.ZodType;
}

/** The OpenAPI override of a parameter whose zod schema parses a text. */
interface SchemaOverride {
  readonly type?: string;
  readonly anyOf?: readonly SchemaOverride[];
  readonly items?: SchemaOverride;
  readonly enum?: readonly string[];
}

/** Inputs also accept readonly lists. */
export type Side = 'answer' | 'input';

export const defOf = (schema: z.ZodType) => schema.def as unknown as Def;

/** The fields of an object schema. */
export const shapeOf = (schema: z.ZodType) => Object.entries(defOf(schema).shape ?? {});

const quoted = (value: unknown) =>
  typeof value === 'string' ? `'${value.replace(/'/g, "\\'")}'` : `${value}`;

const oneOf = (types: readonly string[]) => [...new Set(types)].join(' | ');

/**
 * Writes schemas as TypeScript and collects those with a name. `known` maps enumeration values to names, because a
 * parameter lists only its values.
 */
export function typeWriter(known: ReadonlyMap<string, string> = new Map()) {
  const named = new Map<string, string>();
  const values = new Map<string, readonly string[]>();

  const typeOf = (schema: z.ZodType, side: Side): string => {
    const name = nameOf(schema);
    if (name === undefined) return bareTypeOf(schema, side);
    if (!named.has(name)) {
      // Reserves the position before nested types are named.
      named.set(name, '');
      named.set(name, declaration(name, schema, side));
    }
    return name;
  };

  const declaration = (name: string, schema: z.ZodType, side: Side): string => {
    const type = bareTypeOf(schema, side);
    const { entries } = defOf(schema);
    if (entries) values.set(name, Object.values(entries));
    return defOf(schema).type === 'object'
      ? `export interface ${name} ${type}\n`
      : `export type ${name} = ${type};\n`;
  };

  const bareTypeOf = (schema: z.ZodType, side: Side): string => {
    const override = overrideOf(schema);
    const def = defOf(schema);
    const inner = () => typeOf(def.innerType as z.ZodType, side);
    switch (def.type) {
      case 'string':
      case 'number':
      case 'boolean':
      case 'null':
        return def.type;
      case 'literal':
        return oneOf((def.values ?? []).map(quoted));
      case 'enum':
        return oneOf(Object.values(def.entries ?? {}).map(quoted));
      case 'union':
        return oneOf((def.options ?? []).map((option) => typeOf(option, side)));
      case 'nullable':
        return `${inner()} | null`;
      case 'array':
        return arrayOf(typeOf(def.element as z.ZodType, side), side);
      case 'object':
        return objectOf(schema, side);
      case 'record':
        return recordOf(def, side);
      case 'optional':
        return override && defOf(def.innerType as z.ZodType).type === 'pipe'
          ? overriddenType(override, known)
          : inner();
      case 'catch':
      case 'default':
        return inner();
      case 'pipe':
        return typeOf(def.in as z.ZodType, side);
      default:
        throw new Error(`Tell the generator how ${def.type} is written.`);
    }
  };

  const recordOf = ({ keyType, valueType }: Def, side: Side): string => {
    const key = typeOf(keyType as z.ZodType, side);
    const value = typeOf(valueType as z.ZodType, side);
    return key === 'string' ? `Record<string, ${value}>` : `{ [Name in ${key}]?: ${value} }`;
  };

  const objectOf = (schema: z.ZodType, side: Side): string => {
    const fields = shapeOf(schema).flatMap(([field, of]) => {
      const isOptional = ['optional', 'default'].includes(defOf(of).type);
      // Fields that are parsed only to be rejected.
      if (defOf(isOptional ? (defOf(of).innerType as z.ZodType) : of).type === 'unknown') return [];
      const type = typeOf(of, side);
      const about = (of.meta() as { description?: string } | undefined)?.description;
      const comment = about === undefined ? '' : `/** ${about.replaceAll('*/', '* /')} */\n`;
      return `${comment}${field}${isOptional ? `?: ${type} | undefined` : `: ${type}`};`;
    });
    const { catchall } = defOf(schema);
    const others = catchall && defOf(catchall).type !== 'never' ? ['[detail: string]: unknown;'] : [];
    return `{\n${[...fields, ...others].join('\n')}\n}`;
  };

  /** Names a schema unless it has its own name; returns the name. */
  const name = (given: string, schema: z.ZodType, side: Side): string => {
    const own = nameOf(schema);
    if (own !== undefined) return typeOf(schema, side);
    if (named.has(given)) throw new Error(`There is a type ${given} already.`);
    named.set(given, declaration(given, schema, side));
    return given;
  };

  return {
    typeOf,
    name,
    /** The names of enumerations by their values. */
    enumerations: (): ReadonlyMap<string, string> =>
      new Map(
        [...named].flatMap(([name, text]) => {
          const [, values] = /^export type \w+ = ([^;]+);/.exec(text) ?? [];
          return values?.startsWith("'") ? [[values, name] as const] : [];
        }),
      ),
    /** The values of the named enumerations. */
    values: (): ReadonlyMap<string, readonly string[]> => values,
    /** All named declarations, ordered by name. */
    declarations: () => [...named].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text),
  };
}

export type TypeWriter = ReturnType<typeof typeWriter>;

/** The complete override of a schema, or the one zod derives with the schema's changes. */
function overrideOf(schema: z.ZodType): SchemaOverride | undefined {
  const { override } = (schema.meta() ?? {}) as {
    override?: SchemaOverride | ((to: { jsonSchema: SchemaOverride }) => void);
  };
  if (typeof override !== 'function') return override;
  const jsonSchema: SchemaOverride = {};
  override({ jsonSchema });
  return jsonSchema;
}

const nameOf = (schema: z.ZodType): string | undefined => (schema.meta() as { id?: string } | undefined)?.id;

function overriddenType(
  { type, anyOf, items, enum: values }: SchemaOverride = {},
  known: ReadonlyMap<string, string>,
): string {
  if (anyOf) return oneOf(anyOf.map((each) => overriddenType(each, known)));
  if (type === 'array') return arrayOf(overriddenType(items, known), 'input');
  if (values) {
    const alternatives = oneOf(values.map(quoted));
    return known.get(alternatives) ?? alternatives;
  }
  if (type === 'integer') return 'number';
  if (type === undefined) throw new Error('A parameter has no type.');
  return type;
}

function arrayOf(type: string, side: Side): string {
  const element = type.includes('|') && !type.startsWith('{') ? `(${type})` : type;
  return side === 'input' ? `readonly ${element}[]` : `${element}[]`;
}
