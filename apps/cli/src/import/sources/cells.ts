import { type DateOrder, readDate } from '../dates.ts';
import type { Person, Place, SourceNotice } from '../items.ts';
import { warning } from '../items.ts';

/** Reads dates and collects warnings about those that can't be read. */
export function dateReader(place: Place, order: DateOrder | undefined) {
  const warnings: SourceNotice[] = [];
  const date = (text: string | null | undefined): string | undefined => {
    if (!text?.trim()) return undefined;
    const read = readDate(text, order);
    if ('at' in read) return read.at;
    warnings.push(warning(place, `${read.problem}, so it is left out`));
    return undefined;
  };
  return { date, warnings };
}

const ADDRESS = /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/;

/** A person of whom a source only shows a name or an address. */
export function personOf(text: string | undefined): Person | undefined {
  const name = text?.trim();
  if (!name) return undefined;
  const [, before, address] = /^(.+?)\s*<([^<>]+)>$/.exec(name) ?? [];
  if (before && address && ADDRESS.test(address))
    return { id: address.toLowerCase(), name: before, email: address };
  return ADDRESS.test(name) ? { id: name.toLowerCase(), email: name } : { id: name, name };
}

/** The parts of a list in a cell. */
export const listIn = (text: string | undefined, separator: RegExp = /[,;]\s*/): string[] =>
  (text ?? '').split(separator).flatMap((each) => each.trim() || []);
