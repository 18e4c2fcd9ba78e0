import { invalid } from '../shared/refusal.ts';

/** A transcript that is kept with its attempt. */
export interface Transcript {
  readonly fileId: string;
  readonly bytes: number;
  readonly steps: number;
}

export const MAX_TRANSCRIPT_BYTES = 20 * 1024 * 1024;
/** Longest step or other member, in UTF-16 units: more would hold up other requests while it is parsed. */
const MAX_PIECE = 2 * 1024 * 1024;
/** Most members and entries of a piece, for the same reason. */
const MAX_PARTS = 20_000;

/** A text that looks like a secret of Tandem, and its path in the transcript. */
export interface Suspect {
  readonly secret: string;
  readonly path: string;
}
const MAX_SUSPECTS = 100;
/** A lookahead also finds a secret within a text that looks like another. */
const SECRET = /(?=(td[a-z]_[0-9A-Za-z-]{1,64}_[0-9A-Za-z]{49}|whsec_[0-9A-Za-z+/=_-]{40,}))/g;

const SOURCES = ['system', 'user', 'agent'];

export const broken = (problem: string) => invalid({ body: `must be an ATIF transcript: ${problem}` });

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Required types of the format's members; others may be anything. */
const MEMBERS = new Map<string, readonly [fits: (value: unknown) => boolean, must: string]>([
  ['schema_version', [(value) => typeof value === 'string' && /^ATIF-v1\./.test(value), 'must be ATIF-v1.x']],
  ['session_id', [(value) => typeof value === 'string' && value !== '', 'must be a string']],
  ['agent', [(value) => isObject(value) && typeof value.name === 'string', 'must be an object with a name']],
]);

/**
 * Checks a transcript in ATIF, the agent trajectory interchange format of Harbor, as it is read: the members at the top
 * and the source of each step. Each step is parsed by itself, so that a large transcript holds up nothing. Throws 400.
 */
export function transcriptReader() {
  const members = new Set<string>();
  const suspects: Suspect[] = [];
  let steps = 0;
  let depth = 0;
  let inSteps = false;
  let inText = false;
  let escaped = false;
  let isOver = false;
  let piece = '';
  let parts = 0;

  const begin = () => {
    piece = '';
    parts = 0;
  };
  const checkLength = (text: string) => {
    if (text.length > MAX_PIECE) throw broken(`a step must have at most ${MAX_PIECE} characters`);
  };
  const parse = (text: string): unknown => {
    checkLength(text);
    try {
      return JSON.parse(text);
    } catch {
      throw broken(`JSON is malformed in ${inSteps ? `steps.${steps}` : 'a member at the top'}`);
    }
  };
  const endMember = () => {
    const [entry] = Object.entries(parse(`{${piece}}`) as object);
    begin();
    if (!entry) return;
    const [name, value] = entry;
    if (members.has(name)) throw broken(`${name} is there twice`);
    const [fits, must] = MEMBERS.get(name) ?? [];
    if (fits && !fits(value)) throw broken(`${name} ${must}`);
    members.add(name);
    search(value, name);
  };
  const endStep = (isLast: boolean) => {
    if (isLast && steps === 0 && piece.trim() === '') return;
    const step = parse(piece);
    if (!isObject(step) || !SOURCES.includes(step.source as string))
      throw broken(`steps.${steps} must be an object with a source of ${SOURCES.join(', ')}`);
    search(step, `steps.${steps}`);
    steps++;
    begin();
  };
  /** Without recursion: a value may be nested deeply. */
  const search = (root: unknown, at: string) => {
    const left: [value: unknown, path: string][] = [[root, at]];
    for (let next = left.pop(); next; next = left.pop()) {
      const [value, path] = next;
      if (typeof value === 'string') look(value, path);
      else if (typeof value === 'object' && value !== null) {
        for (const [name, member] of Object.entries(value)) {
          look(name, path);
          left.push([member, `${path}.${name.slice(0, 40)}`]);
        }
      }
    }
  };
  const look = (text: string, path: string) => {
    for (const [, secret = ''] of text.matchAll(SECRET)) {
      if (suspects.length === MAX_SUSPECTS)
        throw broken(`more than ${MAX_SUSPECTS} texts look like secrets of Tandem; remove them`);
      suspects.push({ secret, path });
    }
  };

  /** The end of a piece: a comma or a bracket outside of texts, at the depth of members or steps. */
  const onBracket = (char: string, before: string) => {
    piece += before;
    if (++parts > MAX_PARTS) throw broken(`a step must have at most ${MAX_PARTS} members and entries`);
    if (char === '{' || char === '[') {
      depth++;
      if (depth === 1 && (char !== '{' || piece.trim() !== '')) throw broken('it must be a JSON object');
      if (depth === 1) begin();
      else if (depth === 2 && !inSteps && char === '[' && /^\s*"steps"\s*:\s*$/.test(piece)) {
        inSteps = true;
        begin();
      } else piece += char;
      return;
    }
    if (char === ',') {
      if (depth === 1) {
        if (piece.trim() === '') throw broken('JSON is malformed');
        endMember();
      } else if (depth === 2 && inSteps) endStep(false);
      else piece += char;
      return;
    }
    depth--;
    if (depth === 1 && inSteps) {
      if (char !== ']') throw broken('JSON is malformed');
      endStep(true);
      inSteps = false;
      piece = '"steps":[]';
    } else if (depth === 0) {
      if (char !== '}') throw broken('JSON is malformed');
      endMember();
      isOver = true;
    } else piece += char;
  };

  return {
    push: (text: string): void => {
      let start = 0;
      for (let i = 0; i < text.length; i++) {
        const char = text[i] as string;
        if (isOver) {
          if (char.trim() !== '') throw broken('something follows the JSON object');
          start = i + 1;
        } else if (inText) {
          if (escaped) escaped = false;
          else if (char === '\\') escaped = true;
          else if (char === '"') inText = false;
        } else if (char === '"') inText = true;
        else if (depth === 0 && char !== '{' && char.trim() !== '') throw broken('it must be a JSON object');
        else if (char === '{' || char === '[' || char === ',' || char === '}' || char === ']') {
          onBracket(char, text.slice(start, i));
          start = i + 1;
        }
      }
      piece += text.slice(start);
      checkLength(piece);
    },

    /** The number of steps, and texts that may be secrets. */
    end: (): { readonly steps: number; readonly suspects: readonly Suspect[] } => {
      if (!isOver) throw broken('its JSON is incomplete');
      const missing = [...MEMBERS.keys(), 'steps'].find((name) => !members.has(name));
      if (missing) throw broken(`${missing} is missing`);
      if (steps === 0) throw broken('steps must have at least one');
      return { steps, suspects };
    },
  };
}
