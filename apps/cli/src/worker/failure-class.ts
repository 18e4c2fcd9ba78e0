import type { Failure } from '@tandem/client';

/** How a program ended, as far as known. */
export interface HowItEnded {
  readonly exitCode: number | null;
  /** The name of the signal that ended it. */
  readonly signal?: string | null | undefined;
  /** Its last output: its standard error, an error of its protocol, its last message. */
  readonly text: string;
}

export interface Classified {
  readonly failure: Failure;
  /** For `quota`: milliseconds until the tool can work again, if it said so. */
  readonly restMs?: number | undefined;
}

const MAX_MESSAGE = 500;
/** Quotas return after seconds to weeks. */
const MIN_REST_MS = 10_000;
const MAX_REST_MS = 14 * 24 * 3_600_000;

/** Messages of the tools about a used-up quota; the tests hold the messages in full. */
const QUOTA: readonly RegExp[] = [
  // Claude Code
  /usage limit reached/i,
  /you['’]ve hit your (?:\w+ ){0,2}limit/i,
  /limit reached .{0,10}resets/i,
  /credit balance is too low/i,
  /"type":\s*"(?:rate_limit_error|overloaded_error)"/,
  // Codex
  /usage_limit_reached|the usage limit has been reached/i,
  /quota exceeded\. check your plan/i,
  /rate limit reached for /i,
  /insufficient_quota/,
  // Gemini CLI
  /exceeded your current quota|quota exceeded for (?:quota )?metric/i,
  /exhausted your (?:daily )?(?:quota|capacity)|reached your daily .{0,40}quota limit/i,
  /RESOURCE_EXHAUSTED/,
  // opencode
  /free usage exceeded|FreeUsageLimitError/i,
  /rate limit exceeded/i,
];

/** The class of a failure, for people and for the decision what happens next. */
export function classify({ exitCode, signal, text }: HowItEnded, now = new Date()): Classified {
  const words = lastWords(text);
  if (QUOTA.some((pattern) => pattern.test(text))) {
    const restMs = restIn(text, now);
    const bounded = restMs === undefined ? undefined : Math.min(MAX_REST_MS, Math.max(MIN_REST_MS, restMs));
    return { failure: failureOf('quota', words), restMs: bounded };
  }
  const row = BY_EXIT.find(([matches]) => matches({ exitCode, signal: signal ?? null }));
  const [, kind, how] = row ?? OTHERWISE;
  return { failure: failureOf(kind, words || how) };
}

type Exit = { readonly exitCode: number | null; readonly signal: string | null };

// biome-ignore format: a table
const BY_EXIT: readonly [(exit: Exit) => boolean, Failure['class'], string][] = [
  [({ exitCode }) => exitCode === 126,                      'tool_error',  'The command is not executable.'],
  [({ exitCode }) => exitCode === 127,                      'tool_error',  'The command was not found.'],
  [({ signal }) => signal === 'SIGKILL',                    'other',       'The command was killed, perhaps for lack of memory.'],
  [({ exitCode }) => exitCode === 137,                      'other',       'The command was killed, perhaps for lack of memory.'],
  [({ signal }) => signal !== null,                         'agent_error', 'The command was ended by a signal.'],
  [({ exitCode }) => exitCode !== null && exitCode > 128,   'agent_error', 'The command was ended by a signal.'],
  [({ exitCode }) => exitCode !== null && exitCode !== 0,   'agent_error', 'The command failed.'],
];

const OTHERWISE = [null, 'agent_error', 'The agent failed.'] as const;

/** A failure with a message that the service accepts. */
export function failureOf(kind: Failure['class'], message: string): Failure {
  const text = Array.from(message.replace(/\0|\p{Surrogate}/gu, '').trim());
  return { class: kind, message: text.slice(0, MAX_MESSAGE).join('') || 'No message.' };
}

/** The end of a text: tools print the reason last. */
function lastWords(text: string): string {
  const characters = Array.from(text.trim());
  return characters.slice(-MAX_MESSAGE).join('');
}

/** Milliseconds until the time that a quota message names; undefined if it names none. */
export function restIn(text: string, now: Date): number | undefined {
  for (const [pattern, rest] of RESTS) {
    const found = pattern.exec(text);
    const ms = found && rest(found, now);
    if (typeof ms === 'number' && Number.isFinite(ms)) return ms;
  }
  return undefined;
}

type Rest = (found: RegExpExecArray, now: Date) => number | undefined;

const RESTS: readonly [RegExp, Rest][] = [
  // Claude Code: "Claude AI usage limit reached|1750708800"
  [/\|(\d{10})\b/, ([, seconds], now) => Number(seconds) * 1000 - now.getTime()],
  // Codex: "resets_in_seconds":602705
  [/resets_in_seconds"?:\s*(\d+)/, ([, seconds]) => Number(seconds) * 1000],
  // Gemini: "retryDelay": "37s", "Please retry in 15.002s"
  [/(?:retryDelay"?\s*:\s*"|retry in )(\d+(?:\.\d+)?)s/i, ([, seconds]) => Number(seconds) * 1000],
  // HTTP: "retry-after": "120"
  [/retry-after"?\s*[:=]\s*"?(\d+)/i, ([, seconds]) => Number(seconds) * 1000],
  // Codex: "try again in 5 days 22 hours 11 minutes", Gemini: "reset after 15h28m29s", opencode: "retrying in 6h16m"
  [
    /(?:try again|reset|retrying)\s+(?:in|after)\s+((?:\d+(?:\.\d+)?\s*[a-z]+[\s,]*)+)/i,
    ([, span = '']) => spanMs(span),
  ],
  // Codex: "try again at Jul 5th, 2026 8:19 PM"
  [
    /try again at ([A-Z][a-z]{2,8}) (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?:,| at)? (\d{1,2}):(\d{2})\s*([AP]M)?/i,
    ([, month, day, year, hour, minute, half], now) =>
      Date.parse(`${month} ${day}, ${year} ${hour}:${minute} ${half ?? ''}`) - now.getTime(),
  ],
  // Claude Code: "resets May 5 at 9pm (America/New_York)", "resets 1:30am (Asia/Dhaka)", Codex: "try again at 3:45 PM"
  [
    /(?:resets?|reset at|try again at)\s+(?:at\s+)?(?:([A-Z][a-z]{2}) (\d{1,2})(?:,| at)? )?(\d{1,2})(?::(\d{2}))?\s*([ap]m)(?: \(([\w/+-]+)\))?/i,
    ([, month, day, hour, minute = '0', half = 'am', zone], now) =>
      msUntil(
        { month, day, hour: (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0), minute: Number(minute), zone },
        now,
      ),
  ],
];

const UNIT_MS: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 };

/** "5 days 22 hours 11 minutes", "15h28m29s", "1.2s" */
function spanMs(span: string): number | undefined {
  const parts = [...span.matchAll(/(\d+(?:\.\d+)?)\s*(ms\b|[dhms])/gi)];
  const sum = parts.reduce(
    (ms, [, count, unit = '']) =>
      ms + Number(count) * (unit === 'ms' ? 1 : (UNIT_MS[unit.toLowerCase()] ?? 0)),
    0,
  );
  return sum > 0 ? sum : undefined;
}

interface LocalTime {
  readonly month: string | undefined;
  readonly day: string | undefined;
  readonly hour: number;
  readonly minute: number;
  readonly zone: string | undefined;
}

/** Milliseconds until the next such time of day, or such a date, in its time zone. */
function msUntil({ month, day, hour, minute, zone }: LocalTime, now: Date): number | undefined {
  const offset = offsetOf(zone, now);
  if (offset === undefined) return undefined;
  const local = new Date(now.getTime() + offset);
  const at = new Date(local);
  at.setUTCHours(hour, minute, 0, 0);
  if (month !== undefined) {
    at.setUTCMonth(new Date(`${month} 1, 2000 UTC`).getUTCMonth(), Number(day));
    if (at < local) at.setUTCFullYear(at.getUTCFullYear() + 1);
  } else if (at < local) at.setUTCDate(at.getUTCDate() + 1);
  return at.getTime() - local.getTime();
}

/** How far a time zone's clock is ahead of UTC, in milliseconds; this machine's zone unless named. */
function offsetOf(zone: string | undefined, now: Date): number | undefined {
  try {
    const parts = new Intl.DateTimeFormat('en-US', {
      ...(zone !== undefined && { timeZone: zone }),
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }).formatToParts(now);
    const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
    const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
    return local - Math.floor(now.getTime() / 1000) * 1000;
  } catch {
    return undefined;
  }
}
