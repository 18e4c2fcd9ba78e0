import { SEARCH_TYPES, type SearchType } from '@tandem/client';

export interface SearchSearch {
  readonly q?: string;
  readonly types?: SearchType;
  readonly archived?: true;
}

const isType = (value: unknown): value is SearchType => SEARCH_TYPES.some((type) => type === value);

/**
 * Drops invalid values: an address can come from anywhere. The router parses a numeric query as a number; here it is
 * a text.
 */
export function searchSearch({ q, types, archived }: Record<string, unknown>): SearchSearch {
  const text = typeof q === 'number' ? String(q) : q;
  return {
    ...(typeof text === 'string' && text.trim() !== '' && { q: text }),
    ...(isType(types) && { types }),
    ...(archived === true && { archived: true }),
  };
}
