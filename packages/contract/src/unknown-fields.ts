import { nearest } from '@tandem/core';
import * as z from 'zod';
import { MAX_ENTRIES, MAX_PROBLEMS, type Problems, unwrapped } from './validation.ts';

/** A request field that is not in the schema. */
export interface UnknownField {
  /** With a dot before each step: `criteria.0.titel`. */
  readonly path: string;
  readonly field: string;
  /** The fields that the schema has in its place. */
  readonly known: readonly string[];
}

/**
 * The first `MAX_PROBLEMS` fields of a value that its schema does not have. Costs about a microsecond if
 * there are none.
 */
export function unknownFields(schema: z.ZodType, value: unknown): readonly UnknownField[] {
  const found: UnknownField[] = [];
  findUnknown(schema, value, '', found);
  return found;
}

/** Validation problems for unknown fields, each with the most similar known field. */
export function unknownProblems(found: readonly UnknownField[]): Problems {
  return Object.fromEntries(
    found.map(({ path, field, known }) => {
      const meant = nearest(field, known);
      return [path, [`is not recognized${meant ? `; perhaps you meant ${meant}` : ''}`]];
    }),
  );
}

/** Stops at `MAX_PROBLEMS`. */
function findUnknown(schema: z.ZodType, value: unknown, path: string, found: UnknownField[]): void {
  if (value === null || typeof value !== 'object') return;
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    for (const [i, entry] of value.slice(0, MAX_ENTRIES).entries()) {
      if (found.length >= MAX_PROBLEMS) return;
      findUnknown(inner.element as z.ZodType, entry, `${path}${i}.`, found);
    }
  }
  if (!(inner instanceof z.ZodObject)) return;
  const known = inner.shape as Record<string, z.ZodType>;
  for (const field of Object.keys(value)) {
    if (found.length >= MAX_PROBLEMS) return;
    const of = Object.hasOwn(known, field) ? known[field] : undefined;
    const inside = (value as Record<string, unknown>)[field];
    if (of) findUnknown(of, inside, `${path}${field}.`, found);
    else found.push({ path: `${path}${field}`, field, known: Object.keys(known) });
  }
}
