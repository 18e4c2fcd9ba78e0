/** What can be told of JSON without making anything of it. */
export interface JsonForm {
  /** Which limit it passes first, and in which field; `body` when it is not in one. */
  readonly excess: { readonly of: keyof FormLimits; readonly field: string } | null;
  /** Whether its texts may hold a NUL or half a character: an escape of one is in it. */
  readonly doubtful: boolean;
}

export interface FormLimits {
  /** How deep arrays and objects are nested. */
  readonly levels: number;
  /** How many arrays, objects and members of objects there are. */
  readonly parts: number;
}

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const ARRAY = 0x5b;
const ARRAY_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;

/**
 * Looks through a text once, at a millisecond for a MiB, and no further than to a limit. Of what is no JSON it
 * tells something or other.
 */
export function jsonForm(raw: Buffer, limits: FormLimits): JsonForm {
  let levels = 0;
  let parts = 0;
  let doubtful = false;
  let inText = false;
  /** Where the last text began; where the name of the last field did, and where it ended. */
  let text = 0;
  let name = 0;
  let nameEnd = 0;
  for (let i = 0; i < raw.length; i++) {
    const byte = raw[i];
    if (inText) {
      if (byte === QUOTE) inText = false;
      else if (byte === BACKSLASH) {
        doubtful ||= isDoubtful(raw, i + 1);
        i++;
      }
      continue;
    }
    if (byte === QUOTE) {
      inText = true;
      text = i;
    } else if (byte === COLON) {
      parts++;
      if (levels === 1) [name, nameEnd] = [text, i];
    } else if (byte === ARRAY || byte === OBJECT) {
      parts++;
      levels++;
    } else if (byte === ARRAY_END || byte === OBJECT_END) levels--;
    if (levels > limits.levels || parts > limits.parts) {
      const of = levels > limits.levels ? 'levels' : 'parts';
      return { excess: { of, field: levels > 1 ? named(raw, name, nameEnd) : 'body' }, doubtful };
    }
  }
  return { excess: null, doubtful };
}

/** The name of a field, as it is written between two places. */
function named(raw: Buffer, start: number, end: number): string {
  try {
    return String(JSON.parse(raw.toString('utf8', start, end)));
  } catch {
    return 'body';
  }
}

const lower = (byte: number | undefined) => (byte ?? 0) | 0x20;

/** `u0000`, or `ud8` to `udf`, with which half a character begins. */
function isDoubtful(raw: Buffer, at: number): boolean {
  if (raw[at] !== 0x75) return false;
  const [first, second] = [lower(raw[at + 1]), lower(raw[at + 2])];
  if (first === 0x64) return second === 0x38 || second === 0x39 || second >= 0x61;
  return first === 0x30 && second === 0x30 && raw[at + 3] === 0x30 && raw[at + 4] === 0x30;
}
