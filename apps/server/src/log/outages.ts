import type { Log } from './log.ts';
import { loggable } from './log.ts';

/** The interval at which an unreachable database is probed, in milliseconds. */
const ASK_MS = 1_000;

/** Errors logged individually per interval; of further ones only the number is logged. */
const MAX_LOGGED = 10;
const A_WHILE_MS = 10_000;

/** The time limit of a probe. */
const PATIENCE_MS = 3_000;

export interface Outages {
  /** A request was refused because of this storage error. Logs it unless the database is down. */
  failed(error: unknown, logIt: () => void): void;
  /** Stops probing. */
  stop(): void;
}

/**
 * Logs an outage of the database once when it begins and once when it is over and nothing has failed for a second;
 * during the outage every request fails for the same reason. Errors while the database answers are logged individually,
 * up to a limit. While `isLogged` returns true, the reason for refusing every request is already in the log.
 */
export function outages(log: Log, ping: () => Promise<void>, isLogged: () => boolean = () => false): Outages {
  let away: { readonly since: number; refused: number } | null = null;
  let failedAt = 0;
  let asking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let logged = 0;
  let unlogged: { more: number; readonly until: NodeJS.Timeout } | null = null;

  const logUnlogged = () => {
    if (unlogged && unlogged.more > 0) log.warn({ more: unlogged.more }, 'more requests failed like these');
    clearTimeout(unlogged?.until);
    unlogged = null;
    logged = 0;
  };

  const logLimited = (logIt: () => void) => {
    unlogged ??= { more: 0, until: setTimeout(logUnlogged, A_WHILE_MS).unref() };
    if (++logged > MAX_LOGGED) unlogged.more++;
    else logIt();
  };

  /** Whether the database answers in time: after a network failure it does not answer at all. */
  const isThere = () =>
    new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), PATIENCE_MS).unref();
      ping()
        .then(
          () => resolve(true),
          () => resolve(false),
        )
        .finally(() => clearTimeout(timer));
    });

  const askAgain = () => {
    if (stopped) return;
    timer = setTimeout(() => void comeBack(), ASK_MS).unref();
  };

  const comeBack = async (): Promise<void> => {
    if (!(await isThere()) || !away) return askAgain();
    // Its connections do not all recover at the same moment.
    if (performance.now() - failedAt < ASK_MS) return askAgain();
    const { since, refused } = away;
    away = null;
    log.info(
      { seconds: Math.round((performance.now() - since) / 1000), refused },
      'database available again',
    );
  };

  const look = async (error: unknown): Promise<void> => {
    if ((await isThere()) || away || stopped) return;
    away = { since: performance.now(), refused: 0 };
    log.error({ error: loggable(error) }, 'database unavailable');
    askAgain();
  };

  return {
    failed: (error, logIt) => {
      if (isLogged()) return;
      failedAt = performance.now();
      if (away) {
        away.refused++;
        return;
      }
      asking ??= look(error).finally(() => {
        asking = undefined;
      });
      void asking.then(() => {
        if (away) away.refused++;
        else logLimited(logIt);
      });
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      logUnlogged();
    },
  };
}
