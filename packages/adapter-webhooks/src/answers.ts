/** How much of an answer is read. */
export const ANSWER_BYTES = 1024;

/** What a stranger sent as text: a character that was cut is left out, and nothing in it steers a terminal. */
export function textOf(bytes: Uint8Array): string {
  const whole = bytes.length < ANSWER_BYTES;
  const text = new TextDecoder().decode(bytes.subarray(0, ANSWER_BYTES), { stream: !whole });
  return text.replace(CONTROLS, '\uFFFD');
}

/** All but tabs and the ends of lines. */
const CONTROLS = /(?![\t\n\r])\p{Cc}/gu;

/** Why the body of an answer is not shown; undefined when it is. */
export function notShown(code: number, header: (name: string) => string | undefined): string | undefined {
  if (code >= 300 && code < 400) {
    const location = header('location');
    const where = location === undefined ? '' : ` to ${location}`;
    return textOf(Buffer.from(`Redirects are not followed. This one leads${where || ' nowhere'}`));
  }
  const encoding = header('content-encoding') ?? 'identity';
  // Some bytes can be unpacked to any number of them.
  return encoding.toLowerCase() === 'identity'
    ? undefined
    : 'The answer was compressed, and is not unpacked.';
}

/** The forms of a date in HTTP (RFC 9110): the one in use, and two old ones, of which the last names no zone. */
const DATE = /^[A-Za-z]{3}, \d\d [A-Za-z]{3} \d{4} \d\d:\d\d:\d\d GMT$/;
const OLD_DATE = /^[A-Za-z]{6,9}, \d\d-[A-Za-z]{3}-\d\d \d\d:\d\d:\d\d GMT$/;
const OLDEST_DATE = /^[A-Za-z]{3} [A-Za-z]{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/;

/** `Retry-After`, seconds or a date, in milliseconds from now; null when it is neither. A past date is 0. */
export function retryAfterMs(value: string | undefined, now: number): number | null {
  const text = value?.trim() ?? '';
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1000;
  const at = DATE.test(text) || OLD_DATE.test(text) ? text : OLDEST_DATE.test(text) ? `${text} GMT` : '';
  const time = Date.parse(at);
  return Number.isNaN(time) ? null : Math.max(0, time - now);
}
