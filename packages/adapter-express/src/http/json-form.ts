/** Properties of a JSON text found without parsing it. */
export interface JsonForm {
  /** The first limit exceeded, and the field in which it happens; `body` outside of any field. */
  readonly excess: { readonly of: keyof FormLimits; readonly field: string } | null;
  /** Whether its texts may contain a NUL or an unpaired surrogate, because it has an escape of one. */
  readonly doubtful: boolean;
}

export interface FormLimits {
  /** Maximum nesting of arrays and objects. */
  readonly levels: number;
  /** Maximum number of arrays, objects and object members. */
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
 * Scans a text once, at about a millisecond per MiB, and stops at the first exceeded limit. The result is undefined for
 * invalid JSON.
 */
export function jsonForm(raw: Buffer, limits: FormLimits): JsonForm {
  let levels = 0;
  let parts = 0;
  let doubtful = false;
  let inText = false;
  /** Start of the last text, and start and end of the last field name. */
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

/** The field name between two offsets, as written. */
function named(raw: Buffer, start: number, end: number): string {
  try {
    return String(JSON.parse(raw.toString('utf8', start, end)));
  } catch {
    return 'body';
  }
}

const lower = (byte: number | undefined) => (byte ?? 0) | 0x20;

/** `u0000`, or `ud8` to `udf`, the beginning of a surrogate. */
function isDoubtful(raw: Buffer, at: number): boolean {
  if (raw[at] !== 0x75) return false;
  const [first, second] = [lower(raw[at + 1]), lower(raw[at + 2])];
  if (first === 0x64) return second === 0x38 || second === 0x39 || second >= 0x61;
  return first === 0x30 && second === 0x30 && raw[at + 3] === 0x30 && raw[at + 4] === 0x30;
}
