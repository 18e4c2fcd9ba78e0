import type { FieldChange, FieldTexts } from '../events/event.ts';

/** Digests of field values, by field. */
export type Digests = Readonly<Record<string, string>>;

/** A 53-bit digest (cyrb53). It detects changes; it protects nothing. */
export function digestOf(text: string | null): string {
  if (text === null) return '';
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    low = Math.imul(low ^ unit, 2654435761);
    high = Math.imul(high ^ unit, 1597334677);
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  return (4294967296 * (2097151 & high) + (low >>> 0)).toString(36);
}

/** A field that imports write: its text in the log, and the part of the entity that it sets. */
export interface ImportedField<T> {
  readonly text: (entity: T) => string | null;
  readonly part: (entity: T) => Partial<T>;
  /** A reason to leave the field as it is here, although only the source changed it. */
  readonly held?: (current: T, wanted: T) => boolean;
}

export type ImportedFields<T> = Readonly<Record<string, ImportedField<T>>>;

/** Fields that set the property of the same name. */
export const sameNamed = <T extends object>(
  texts: Partial<FieldTexts<T, T>>,
): { readonly [Name in keyof T]?: ImportedField<T> } =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      { text, part: (entity: T) => ({ [name]: entity[name as keyof T] }) },
    ]),
  ) as never;

export const digestsOf = <T>(fields: ImportedFields<T>, entity: T): Digests =>
  Object.fromEntries(Object.entries(fields).map(([name, { text }]) => [name, digestOf(text(entity))]));

export interface Merged<T> {
  readonly after: T;
  readonly changes: readonly FieldChange[];
  /** Fields that were changed in the source and here. */
  readonly kept: readonly string[];
  readonly digests: Digests;
}

/**
 * Applies what changed in the source since the last import, except for fields that were changed here since. `last` has
 * the digests of the last import, of which an entity that existed before has none.
 */
export function merge<T extends object>(
  fields: ImportedFields<T>,
  last: Digests,
  { current, wanted }: { readonly current: T; readonly wanted: T },
): Merged<T> {
  const changes: FieldChange[] = [];
  const kept: string[] = [];
  const digests: Record<string, string> = { ...last };
  let after = current;
  for (const [name, { text, part, held }] of Object.entries(fields)) {
    const [oldValue, newValue] = [text(current), text(wanted)];
    const imported = digestOf(newValue);
    if (imported === last[name]) continue;
    if (oldValue !== newValue && (digestOf(oldValue) !== last[name] || held?.(current, wanted))) {
      kept.push(name);
      continue;
    }
    digests[name] = imported;
    if (oldValue === newValue) continue;
    changes.push({ field: name, oldValue, newValue });
    after = { ...after, ...part(wanted) };
  }
  return { after, changes, kept, digests };
}
