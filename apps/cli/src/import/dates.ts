/** How a file writes dates such as 03/04/2026. */
export const DATE_ORDERS = ['dmy', 'mdy'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A time of a source: ISO 8601 in UTC, or why it can't be read. */
export type ReadDate = { readonly at: string } | { readonly problem: string };

/**
 * Reads dates of all the forms that sources use. Times without a zone are in UTC. Ambiguous dates need the order of the
 * file.
 */
export function readDate(given: string, order?: DateOrder): ReadDate {
  const text = given.trim();
  const ms = iso(text) ?? named(text) ?? epoch(text);
  if (ms !== undefined) return checked(ms, given);
  const numeric = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?:,?\s+(.+))?$/.exec(text);
  if (!numeric) return { problem: `the date "${given}" is not understood` };
  const [, a = '', b = '', year = '', time] = numeric;
  const isDayFirst =
    Number(a) > 12 || text.includes('.') ? true : Number(b) > 12 ? false : order && order === 'dmy';
  if (isDayFirst === undefined)
    return { problem: `the date "${given}" is ambiguous; set "dates" to "dmy" or "mdy" in the map` };
  const [day, month] = isDayFirst ? [a, b] : [b, a];
  return checked(at(year, Number(month), day, time), given);
}

/** Years that people mean; others are mistakes. */
const [FIRST_YEAR, LAST_YEAR] = [1970, 2199];

function checked(ms: number, given: string): ReadDate {
  const year = Number.isNaN(ms) ? Number.NaN : new Date(ms).getUTCFullYear();
  if (year >= FIRST_YEAR && year <= LAST_YEAR) return { at: new Date(ms).toISOString() };
  return { problem: `the date "${given}" does not exist or is out of range` };
}

/** 2026-09-05, with or without a time and a zone. */
function iso(text: string): number | undefined {
  const [, year = '', month, day = '', rest] =
    /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ]+(.+))?$/.exec(text) ?? [];
  return month === undefined ? undefined : at(year, Number(month), day, rest);
}

/** 5/Sep/26 11:00 AM, Sep 5, 2026, 5 September 2026, and the form of JavaScript: Sat Sep 05 2026 11:00:00 GMT+0000. */
function named(text: string): number | undefined {
  const plain = text.replace(/^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\s+/i, '');
  const [, d1, m1, y1, t1] =
    /^(\d{1,2})[/\s-]([A-Za-z]{3,9})\.?[/\s,-]+(\d{4}|\d{2})(?:,?\s+(.+))?$/.exec(plain) ?? [];
  if (d1 && m1 && y1) return at(y1, monthOf(m1), d1, t1);
  const [, m2, d2, y2, t2] = /^([A-Za-z]{3,9})\.?\s+(\d{1,2}),?\s+(\d{4})(?:,?\s+(.+))?$/.exec(plain) ?? [];
  if (d2 && m2 && y2) return at(y2, monthOf(m2), d2, t2);
  return undefined;
}

const monthOf = (name: string): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;

/** Seconds or milliseconds since 1970. */
function epoch(text: string): number | undefined {
  if (/^\d{13}$/.test(text)) return Number(text);
  return /^\d{10}$/.test(text) ? Number(text) * 1000 : undefined;
}

const TIME = /^(\d{1,2})(?::(\d{2}))(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(AM|PM)?\s*(.*)$/i;
const ZONE = /^(?:GMT|UTC)?\s*(?:Z|([+-])(\d{2}):?(\d{2})?)?(?:\s*\([^)]*\))?$/i;

/** Milliseconds of a date, and NaN if there is none. */
function at(yearText: string, month: number, dayText: string, rest: string | undefined): number {
  const year = yearText.length === 2 ? 2000 + Number(yearText) : Number(yearText);
  const day = Number(dayText);
  const midnight = Date.UTC(year, month - 1, day);
  if (new Date(midnight).getUTCMonth() !== month - 1 || new Date(midnight).getUTCDate() !== day)
    return Number.NaN;
  if (!rest) return midnight;
  const [, hourText, minute = '0', second = '0', fraction = '0', half, zone = ''] =
    TIME.exec(rest.trim()) ?? [];
  const [matched, sign, hours = '0', minutes = '0'] = ZONE.exec(zone.trim()) ?? [];
  if (hourText === undefined || matched === undefined) return Number.NaN;
  const hour = half ? (Number(hourText) % 12) + (/pm/i.test(half) ? 12 : 0) : Number(hourText);
  if (hour > 24 || Number(minute) > 59 || Number(second) > 60) return Number.NaN;
  const ms =
    ((hour * 60 + Number(minute)) * 60 + Number(second)) * 1000 + Math.floor(Number(`0.${fraction}`) * 1000);
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return midnight + ms - (sign === '-' ? -offset : offset);
}
