/** Maximum number of response bytes read. */
export const ANSWER_BYTES = 1024;

/**
 * Untrusted bytes as text: drops a character that was cut off at the end, and control characters that a terminal would
 * interpret.
 */
export function textOf(bytes: Uint8Array): string {
  const complete = bytes.length < ANSWER_BYTES;
  const text = new TextDecoder().decode(bytes.subarray(0, ANSWER_BYTES), { stream: !complete });
  return text.replace(CONTROLS, '\uFFFD');
}

/** All control characters except tabs and line ends. */
const CONTROLS = /(?![\t\n\r])\p{Cc}/gu;

/** Why the body of a response is not shown; undefined if it is shown. */
export function notShown(code: number, header: (name: string) => string | undefined): string | undefined {
  if (code >= 300 && code < 400) {
    const location = header('location');
    const where = location === undefined ? '' : ` to ${location}`;
    return textOf(Buffer.from(`Redirects are not followed. This one points${where || ' nowhere'}`));
  }
  const encoding = header('content-encoding') ?? 'identity';
  // A few compressed bytes can expand to any size.
  return encoding.toLowerCase() === 'identity' ? undefined : 'The response was compressed and is not shown.';
}

/** The date formats of HTTP (RFC 9110): the current one and two obsolete ones, the last without a time zone. */
const DATE = /^[A-Za-z]{3}, \d\d [A-Za-z]{3} \d{4} \d\d:\d\d:\d\d GMT$/;
const OLD_DATE = /^[A-Za-z]{6,9}, \d\d-[A-Za-z]{3}-\d\d \d\d:\d\d:\d\d GMT$/;
const OLDEST_DATE = /^[A-Za-z]{3} [A-Za-z]{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/;

/** `Retry-After` (seconds or a date) in milliseconds from now; null if it is malformed. A past date is 0. */
export function retryAfterMs(value: string | undefined, now: number): number | null {
  const text = value?.trim() ?? '';
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1000;
  const at = DATE.test(text) || OLD_DATE.test(text) ? text : OLDEST_DATE.test(text) ? `${text} GMT` : '';
  const time = Date.parse(at);
  return Number.isNaN(time) ? null : Math.max(0, time - now);
}
