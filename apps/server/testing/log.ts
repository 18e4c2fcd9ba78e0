import type { Log } from '../src/log/log.ts';

const ignore = () => undefined;

/** A log that passes its entries on, except for requests. */
export const logTo = (keep: (entry: object | string, message?: string) => void): Log => ({
  info: keep,
  warn: keep,
  error: keep,
  fatal: keep,
  request: ignore,
  flush: ignore,
});

/** A log that drops everything. */
export const quietLog: Log = logTo(ignore);
