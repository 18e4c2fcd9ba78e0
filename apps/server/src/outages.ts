import type { Log } from './log.ts';
import { loggable } from './log.ts';

/** How often a database that is away is asked whether it is back. */
const ASK_MS = 1_000;

/** How many are told of by themselves in a while: of all others, that went the same way, only how many they are. */
const MAX_TOLD = 10;
const A_WHILE_MS = 10_000;

/** For how long its answer is waited for. */
const PATIENCE_MS = 3_000;

export interface Outages {
  /** Something was refused for this reason, which lies in the storage; `log` tells of it unless the database is away. */
  failed(error: unknown, tell: () => void): void;
  /** Asks no more. */
  stop(): void;
}

/**
 * Tells the log once that the database is away, and once that it is back, and nothing has failed for a second:
 * meanwhile everything that is asked for fails for the one reason. What fails while the database answers is told by itself,
 * unless it is very much.
 * While `isTold`, the log has already told why everything is refused.
 */
export function outages(log: Log, ping: () => Promise<void>, isTold: () => boolean = () => false): Outages {
  let away: { readonly since: number; refused: number } | null = null;
  let failedAt = 0;
  let asking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let told = 0;
  let untold: { more: number; readonly until: NodeJS.Timeout } | null = null;

  const tellOfMore = () => {
    if (untold && untold.more > 0) log.warn({ more: untold.more }, 'more requests failed like these');
    clearTimeout(untold?.until);
    untold = null;
    told = 0;
  };

  const tellOf = (tell: () => void) => {
    untold ??= { more: 0, until: setTimeout(tellOfMore, A_WHILE_MS).unref() };
    if (++told > MAX_TOLD) untold.more++;
    else tell();
  };

  /** Whether the database answers, and in time: one that has lost its network says nothing. */
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
    // Some of its connections come back before others.
    if (performance.now() - failedAt < ASK_MS) return askAgain();
    const { since, refused } = away;
    away = null;
    log.info({ seconds: Math.round((performance.now() - since) / 1000), refused }, 'database is back');
  };

  const look = async (error: unknown): Promise<void> => {
    if ((await isThere()) || away || stopped) return;
    away = { since: performance.now(), refused: 0 };
    log.error({ error: loggable(error) }, 'database is away');
    askAgain();
  };

  return {
    failed: (error, tell) => {
      if (isTold()) return;
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
        else tellOf(tell);
      });
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      tellOfMore();
    },
  };
}
