import type pg from 'pg';
import { type Batch, type Sent, UNKNOWN } from './batch.ts';
import { createBatching } from './batching.ts';
import { ConnectionLost, endsConnection, isOfServer, withoutContents } from './errors.ts';
import type { HostConnection } from './host-connection.ts';
import type { StatementCache } from './statement-cache.ts';
import type { Sending } from './wire.ts';

/**
 * Statements without names: the host's connection has prepared statements of its own, and behind a pooler it may change
 * with each transaction.
 */
const UNNAMED: StatementCache = {
  has: () => false,
  get: (sql) => ({ sql, name: null, columns: UNKNOWN, decode: [], blank: {}, uses: 0 }),
  clear: () => undefined,
  newName: () => '',
  takeEvicted: () => [],
};

/** Sends the statements of units on a connection of the host, one batch at a time, as its driver demands. */
export function hostWire(host: HostConnection): Sending {
  let underWay = 0;
  let lost: ConnectionLost | null = null;
  let sending = false;
  const batches: Batch[] = [];

  const next = () => {
    const batch = batches.shift();
    sending = batch !== undefined;
    if (!batch) return;
    batch.ended = next;
    try {
      const sent: unknown = host.query(batch as unknown as pg.Submittable);
      if (sent instanceof Promise) sent.catch((error: unknown) => batch.handleError(error));
    } catch (error) {
      batch.handleError(error);
    }
  };
  const { add, addLast, flush } = createBatching(UNNAMED, (batch) => {
    batches.push(batch);
    if (!sending) next();
  });

  const sendBy = (go: (statement: Sent) => void, sql: string, values: readonly unknown[], settle: Settle) => {
    const prepared = UNNAMED.get(sql);
    const rows: unknown[][] = [];
    underWay++;
    go({
      prepared,
      values,
      rows,
      settle: (error, count) => {
        underWay--;
        const isAnswer = isOfServer(error) && !endsConnection(error);
        if (error && !isAnswer) {
          lost ??= new ConnectionLost('The connection of the host was lost.', {
            cause: withoutContents(error),
          });
        }
        settle(error && (isAnswer ? withoutContents(error) : lost), { rows, count, prepared });
      },
    });
  };

  return {
    send: (sql, values, settle) => sendBy(add, sql, values, settle),
    sendLast: (sql, settle) => sendBy(addLast, sql, [], settle),
    cut: flush,
    rows: (sql, values = []) =>
      new Promise((resolve, reject) => {
        sendBy(add, sql, values, (error, { rows }) => (error ? reject(error) : resolve(rows)));
      }),
    underWay: () => underWay,
    lost: () => lost,
  };
}

type Settle = Parameters<Sending['send']>[2];
