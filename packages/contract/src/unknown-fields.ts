import { z } from 'zod';
import { MOST_ENTRIES, MOST_PROBLEMS, type Problems, unwrapped } from './validation.ts';

interface UnknownField {
  readonly path: string;
  readonly field: string;
  /** The fields that its neighbours could be. */
  readonly known: readonly string[];
}

/** The first fields of a value that its schema does not know, each with what was probably meant. */
export function unknownFields(schema: z.ZodType, value: unknown): Problems {
  const found: UnknownField[] = [];
  findUnknown(schema, value, '', found);
  return Object.fromEntries(
    found.map(({ path, field, known }) => {
      const meant = nearest(field, known);
      return [path, [`is not known here${meant ? `; perhaps ${meant} was meant` : ''}`]];
    }),
  );
}

/** Looks no further once there are as many as an answer tells of. */
function findUnknown(schema: z.ZodType, value: unknown, path: string, found: UnknownField[]): void {
  if (value === null || typeof value !== 'object') return;
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    for (const [i, entry] of value.slice(0, MOST_ENTRIES).entries()) {
      if (found.length >= MOST_PROBLEMS) return;
      findUnknown(inner.element as z.ZodType, entry, `${path}${i}.`, found);
    }
  }
  if (!(inner instanceof z.ZodObject)) return;
  const known = inner.shape as Record<string, z.ZodType>;
  for (const field of Object.keys(value)) {
    if (found.length >= MOST_PROBLEMS) return;
    const of = Object.hasOwn(known, field) ? known[field] : undefined;
    const inside = (value as Record<string, unknown>)[field];
    if (of) findUnknown(of, inside, `${path}${field}.`, found);
    else found.push({ path: `${path}${field}`, field, known: Object.keys(known) });
  }
}

/** The known name that a few slips of the finger away from this one, if any is that near. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > 50) return undefined;
  const [best] = known
    .map((candidate) => ({ candidate, slips: distance(name.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.slips - b.slips);
  return best && best.slips <= Math.max(2, Math.floor(best.candidate.length / 3))
    ? best.candidate
    : undefined;
}

/** Levenshtein's distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substituted, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}
