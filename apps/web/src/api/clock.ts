/** So far apart two clocks may be and count as one: `Date` tells whole seconds, and an answer is on its way for a while. */
const ALIKE_MS = 5_000;
let aheadMs = 0;

/**
 * The time on the server, in milliseconds. All times that the page shows are the server's; beside the clock of a machine that
 * is an hour off, a lease that lasts would be over.
 */
export const serverNow = (): number => Date.now() + aheadMs;

/** Learns from an answer that came just now how far ahead the server's clock is. */
export function hearTime(answer: Response): void {
  const told = Date.parse(answer.headers.get('Date') ?? '');
  if (Number.isNaN(told)) return;
  const ahead = told - Date.now();
  aheadMs = Math.abs(ahead) > ALIKE_MS ? ahead : 0;
}
