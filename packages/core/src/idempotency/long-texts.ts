/** JSON values of at least this many UTF-16 units are stored apart from the response they belong to. */
const MIN_LENGTH = 1_024;
/** Objects nested deeper than this are not opened: they are stored apart whole. */
const MAX_DEPTH = 3;

/**
 * Where a long value belongs in a stored response: its position in UTF-16 units, and its source. The source is the SHA-256
 * of a stored text, or the number of a long value in the payload of the request, which the client sends again.
 */
export type LongText = readonly [at: number, source: string | number];

/** A response without its long values, which many responses of one resource share. */
export interface CutBody {
  readonly body: string;
  /** In the order of their positions; null where nothing is cut. */
  readonly longTexts: readonly LongText[] | null;
  /** Texts to store, by their SHA-256. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Cuts the long values out of a JSON text (docs/rules.md, Idempotency). `payload` is the request, as JSON where it has long values. */
export function cutLongTexts(body: string, payload: string, sha256: (text: string) => string): CutBody {
  const uncut: CutBody = { body, longTexts: null, texts: new Map() };
  if (body.length < MIN_LENGTH) return uncut;
  const { rest, long } = split(body);
  if (long.length === 0) return uncut;
  const sent = new Map(longValuesOf(payload).map((text, i) => [text, i]));
  const texts = new Map<string, string>();
  const longTexts = long.map(([at, text]): LongText => {
    const number = sent.get(text);
    if (number !== undefined) return [at, number];
    const hash = sha256(text);
    texts.set(hash, text);
    return [at, hash];
  });
  const cut = { body: rest, longTexts, texts };
  // Replays are equal byte for byte, whatever JSON.parse may do to a text.
  return joinLongTexts(cut, payload, texts) === body ? cut : uncut;
}

/** The original response; null when a stored text is missing. */
export function joinLongTexts(
  { body, longTexts }: Pick<CutBody, 'body' | 'longTexts'>,
  payload: string,
  texts: ReadonlyMap<string, string>,
): string | null {
  if (longTexts === null) return body;
  const sent = longTexts.some(([, source]) => typeof source === 'number') ? longValuesOf(payload) : [];
  let joined = '';
  let from = 0;
  for (const [at, source] of longTexts) {
    const text = typeof source === 'number' ? sent[source] : texts.get(source);
    if (text === undefined) return null;
    joined += body.slice(from, at) + text;
    from = at;
  }
  return joined + body.slice(from);
}

const longValuesOf = (json: string): string[] => split(json).long.map(([, text]) => text);

/**
 * A text without its long values, and those values with their positions in the rest. Text that is not JSON is
 * returned whole.
 */
function split(json: string): {
  readonly rest: string;
  readonly long: readonly [at: number, text: string][];
} {
  const long: [number, string][] = [];
  let rest = '';
  const write = (value: unknown, depth: number): void => {
    // The payload of a request is a list of its parts.
    const isOpened = Array.isArray(value) ? depth === 0 : typeof value === 'object' && value !== null;
    if (isOpened && depth < MAX_DEPTH) writeMembers(value as object, depth);
    else {
      const text = JSON.stringify(value);
      if (text.length < MIN_LENGTH) rest += text;
      else long.push([rest.length, text]);
    }
  };
  const writeMembers = (value: object, depth: number): void => {
    const isList = Array.isArray(value);
    rest += isList ? '[' : '{';
    Object.entries(value).forEach(([name, member], i) => {
      if (i > 0) rest += ',';
      if (!isList) rest += `${JSON.stringify(name)}:`;
      write(member, depth + 1);
    });
    rest += isList ? ']' : '}';
  };
  try {
    write(JSON.parse(json), 0);
    return { rest, long };
  } catch {
    return { rest: json, long: [] };
  }
}
