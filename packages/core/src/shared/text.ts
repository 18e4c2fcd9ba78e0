/**
 * Limits on inputs: texts in Unicode code points, lists in entries (docs/rules.md, Limits). The contract is generated
 * from these.
 */
export const LIMITS = {
  title: 500,
  name: 500,
  memberName: 64,
  emoji: 64,
  email: 254,
  description: 100_000,
  comment: 100_000,
  tags: 50,
  tag: 100,
  tagsInFilter: 20,
  labels: 50,
  labelName: 40,
  evidence: 10_000,
  reason: 100_000,
  chatTitle: 120,
  chatMessage: 20_000,
  reply: 100_000,
  filesPerMessage: 10,
  suggestions: 20,
  suggestion: 20_000,
  idempotencyKey: 255,
  errorCode: 100,
  url: 2_000,
  externalSource: 40,
  externalId: 200,
  metadata: 20,
  metadataKey: 40,
  metadataValue: 500,
  sessions: 1_000,
  metrics: 20,
  metricName: 100,
  progressNote: 2_000,
  checkpoint: 10_000,
  claimsOfAgent: 100,
  labelsWanted: 20,
  criteria: 50,
  criterion: 500,
  summary: 20_000,
  evidenceEntries: 100,
  /** All texts of a result's evidence together. */
  evidenceTogether: 200_000,
  command: 2_000,
  protectedPaths: 50,
  pathGlob: 500,
  output: 20_000,
  failure: 500,
  override: 500,
  repository: 500,
  branch: 255,
  question: 5_000,
  options: 10,
  option: 500,
  consequence: 2_000,
  /** A person's answer or review. */
  answer: 20_000,
  /** An id chosen by a client. */
  choiceId: 100,
  /** A search query. */
  searchQuery: 500,
  viewName: 80,
  /** Entries of a page; a larger limit counts as this one. */
  page: 100,
} as const;

/** Formats of restricted texts. They use no flags, so that other languages read them the same way. */
export const PATTERNS = {
  /** For people and agents. */
  memberName: /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
  email: /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/,
  color: /^#[0-9A-Fa-f]{6}$/,
  externalSource: /^[a-z0-9._-]{1,40}$/,
  metadataKey: /^[a-z0-9._-]{1,40}$/,
  suggestionKind: /^[a-z][a-z0-9_]{0,39}$/,
  /** Without credentials; a hyphen at a start could be read as an option of Git. */
  repository:
    /^(https?:\/\/[^\s/?#@\\]+([/?#]\S*)?|ssh:\/\/([A-Za-z0-9][^\s/?#@:]*@)?[^\s/?#@-][^\s/?#@]*\/\S+|file:\/\/[^\s/?#@]*\/\S+|[A-Za-z0-9][\w.-]*@[A-Za-z0-9][A-Za-z0-9.-]*:[^\s-]\S*)$/,
  /** SHA-1 or SHA-256. */
  commit: /^([0-9A-Fa-f]{40}|[0-9A-Fa-f]{64})$/,
  branch: /^[^\s-]\S*$/,
  pathGlob: /^[^\s/]/,
  /** Unambiguous, so that hostile input cannot cause backtracking. */
  httpUrl: /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s/?#]\S*$/,
} as const;

/** The length of a text in Unicode code points, not UTF-16 units. */
export function codePoints(text: string): number {
  let surrogatePairs = 0;
  for (let i = 0; i < text.length - 1; i++) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      surrogatePairs++;
      i++;
    }
  }
  return text.length - surrogatePairs;
}

/** The first `max` code points of a text. */
export function cut(text: string, max: number): string {
  return codePoints(text) <= max ? text : Array.from(text).slice(0, max).join('');
}

/** The key for comparing names without case, in every script: NFC, lower case. */
export const fold = (name: string): string => name.normalize('NFC').toLowerCase();

/** Orders texts by code point, the order of databases that compare UTF-8 bytes. */
export function compareText(a: string, b: string): number {
  const left = a[Symbol.iterator]();
  const right = b[Symbol.iterator]();
  for (;;) {
    const x = left.next();
    const y = right.next();
    if (x.done || y.done) return Number(y.done ?? false) - Number(x.done ?? false);
    const difference = (x.value.codePointAt(0) as number) - (y.value.codePointAt(0) as number);
    if (difference !== 0) return difference;
  }
}

/** A problem with a value, phrased to follow the field's name; undefined if there is none. */
export type Problem = string | undefined;

/** Half of a surrogate pair: not a character, and databases cannot store it. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Any text: checks its length, and refuses NUL and lone surrogates. Accepts undefined and null. */
export function textProblem(value: string | null | undefined, max: number): Problem {
  if (value === undefined || value === null) return undefined;
  if (value.includes('\0')) return 'must not contain a NUL character';
  if (LONE_SURROGATE.test(value)) return 'must be well-formed Unicode';
  if (value.length > max && codePoints(value) > max) return `must be at most ${max} characters`;
  return undefined;
}

/** A name or title: not blank, trimmed. */
export function nameProblem(value: string | undefined, max: number = LIMITS.title): Problem {
  if (value === undefined) return undefined;
  if (value.trim() === '') return 'must not be blank';
  return textProblem(value.trim(), max);
}

/** A text that is stored unchanged and must not be blank. */
export const bodyProblem = (value: string, max: number): Problem =>
  nameProblem(value, max) ?? textProblem(value, max);

/**
 * Invisible characters that make an address look like another: direction marks, zero-width characters and controls.
 * White space and NUL are kept here, and refused later.
 */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]|(?![\s\0])\p{Cc}/gu;
/** Browsers skip backslashes before the host, and treat the last @ before the path as the end of the userinfo. */
const USERINFO = /^(https?:\/\/)\\*(?:[^\s/\\?#]*@)?/i;

/** The address without invisible characters. */
export const visibleUrl = (url: string): string => url.replace(INVISIBLE, '');

/**
 * The address as stored: without invisible characters, and without a user name and password, which are secrets or
 * make a host look like another one.
 */
export const plainUrl = (url: string): string => visibleUrl(url).replace(USERINFO, '$1');

/** A web address. Accepts undefined and null. */
export function urlProblem(url: string | null | undefined): Problem {
  if (url === undefined || url === null) return undefined;
  return PATTERNS.httpUrl.test(url) ? textProblem(url, LIMITS.url) : 'must be an http or https URL';
}

/** A color as `#RRGGBB`. */
export const colorProblem = (value: string | undefined): Problem =>
  value === undefined || PATTERNS.color.test(value) ? undefined : 'must be a color as #RRGGBB';

/** A timestamp for people: ISO 8601 in UTC with milliseconds. */
export const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
