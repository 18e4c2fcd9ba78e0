type Json = { readonly [name: string]: unknown };

const SIMPLE: readonly unknown[] = ['string', 'integer', 'number', 'boolean'];

/**
 * Writes a nullable text or number as one schema with two types instead of a choice of two schemas. An enumeration also
 * lists `null` as a value: JSON Schema accepts a value only if both `type` and `enum` allow it.
 */
export function withNullableTypes<Document>(document: Document): Document {
  if (Array.isArray(document)) return document.map(withNullableTypes) as Document;
  if (document === null || typeof document !== 'object') return document;
  const { anyOf, ...others } = Object.fromEntries(
    Object.entries(document).map(([name, inside]) => [name, withNullableTypes(inside)]),
  );
  const only = Array.isArray(anyOf) ? simpleOrNull(anyOf) : undefined;
  if (only) return { ...only, ...others } as Document;
  return (anyOf === undefined ? others : { ...others, anyOf }) as Document;
}

function simpleOrNull([some, none, ...others]: readonly Json[]): Json | undefined {
  if (!SIMPLE.includes(some?.type) || none?.type !== 'null' || others.length > 0) return undefined;
  const { const: only, enum: values = only === undefined ? undefined : [only], ...simple } = some as Json;
  return {
    ...simple,
    type: [simple.type, 'null'],
    ...(Array.isArray(values) && { enum: [...values, null] }),
  };
}
