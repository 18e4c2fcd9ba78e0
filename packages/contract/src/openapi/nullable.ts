type Json = { readonly [name: string]: unknown };

const SIMPLE: readonly unknown[] = ['string', 'integer', 'number', 'boolean'];

/** A document in which a text or number that may be null is one schema of two types, and not a choice of schemas. */
export function withTypesOfNull<Document>(document: Document): Document {
  if (Array.isArray(document)) return document.map(withTypesOfNull) as Document;
  if (document === null || typeof document !== 'object') return document;
  const { anyOf, ...others } = Object.fromEntries(
    Object.entries(document).map(([name, inside]) => [name, withTypesOfNull(inside)]),
  );
  const only = Array.isArray(anyOf) ? simpleOrNull(anyOf) : undefined;
  if (only) return { ...only, ...others } as Document;
  return (anyOf === undefined ? others : { ...others, anyOf }) as Document;
}

function simpleOrNull([some, none, ...others]: readonly Json[]): Json | undefined {
  const fits = SIMPLE.includes(some?.type) && none?.type === 'null' && others.length === 0;
  return fits ? { ...some, type: [some?.type, 'null'] } : undefined;
}
