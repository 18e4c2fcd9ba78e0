import type { SearchType } from '@tandem/client';

export interface SearchSearch {
  readonly q?: string;
  readonly types?: SearchType;
  readonly archived?: true;
}

export const SEARCH_TYPES = [
  'task',
  'project',
  'initiative',
  'goal',
] as const satisfies readonly SearchType[];

const isType = (value: unknown): value is SearchType => SEARCH_TYPES.some((type) => type === value);

/** What is none of it is left out: an address may come from anybody. A number that somebody looks for is a text here. */
export function searchSearch({ q, types, archived }: Record<string, unknown>): SearchSearch {
  const text = typeof q === 'number' ? String(q) : q;
  return {
    ...(typeof text === 'string' && text.trim() !== '' && { q: text }),
    ...(isType(types) && { types }),
    ...(archived === true && { archived: true }),
  };
}
