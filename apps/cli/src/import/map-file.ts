import { CannotDo } from '../ending.ts';
import { DATE_ORDERS, type DateOrder } from './dates.ts';
import { type Json, jsonOf } from './files/json.ts';
import type { Maps, WordMap } from './scan.ts';
import type { ReadOptions } from './source.ts';
import { PRIORITY_WORDS, STATUS_WORDS } from './words.ts';

/** The entries of `--map` for the words and columns of a source. */
export type MapFile = Maps & ReadOptions;

const KEYS = ['status', 'priority', 'labels', 'columns', 'dates'];

/** Reads a map; `path` is for messages. */
export function mapIn(text: string, path: string): MapFile {
  const map = objectIn(text, path);
  const unknown = Object.keys(map).find((key) => !KEYS.includes(key));
  if (unknown !== undefined)
    throw new CannotDo(`${path} has the unknown entry "${unknown}". Entries are ${KEYS.join(', ')}.`);
  if (map.dates !== undefined && !DATE_ORDERS.includes(map.dates as DateOrder))
    throw new CannotDo(`${path}: "dates" must be ${DATE_ORDERS.join(' or ')}.`);
  return {
    status: wordsIn(map, 'status', path, Object.keys(STATUS_WORDS)),
    priority: wordsIn(map, 'priority', path, Object.keys(PRIORITY_WORDS)),
    labels: wordsIn(map, 'labels', path),
    columns: columnsIn(map, path),
    dates: map.dates as DateOrder | undefined,
  };
}

function objectIn(text: string, path: string): Json {
  try {
    const map = jsonOf(JSON.parse(text));
    if (map) return map;
  } catch {
    // Reported below.
  }
  throw new CannotDo(`${path} must contain a JSON object.`);
}

/** A map from words to words, checked against Tandem's words where there is a list of them. */
function wordsIn(map: Json, key: string, path: string, allowed?: readonly string[]): WordMap | undefined {
  if (map[key] === undefined) return undefined;
  const words = jsonOf(map[key]);
  for (const [theirs, ours] of Object.entries(words ?? { '': null })) {
    if (typeof ours === 'string' && (!allowed || allowed.includes(ours))) continue;
    const expected = allowed ? `one of ${allowed.join(', ')}` : 'a text';
    throw new CannotDo(`${path}: "${key}" must map "${theirs}" to ${expected}.`);
  }
  return words as WordMap;
}

function columnsIn(map: Json, path: string): ReadOptions['columns'] {
  if (map.columns === undefined) return undefined;
  const columns = jsonOf(map.columns);
  const areNames = (value: unknown) => [value].flat().every((each) => typeof each === 'string');
  if (columns && Object.values(columns).every(areNames)) return columns as ReadOptions['columns'];
  throw new CannotDo(`${path}: "columns" must map fields to names of columns.`);
}
