import type { Signal } from '@tandem/core';
import type { Line } from './line.ts';
import type { Wire } from './wire.ts';

/** The channel on which processes notify each other. */
export const CHANNEL = 'tandem';
/** The server accepts less than 8,000 bytes. */
const MAX_BYTES = 7_900;
const NOTIFY = `SELECT pg_notify('${CHANNEL}', told) FROM json_array_elements_text($1::json) AS told`;

/** The notification of a commit: its signals, or null if they are too long. */
export type Notice = readonly [workspaceId: string, told: number, signals: readonly Signal[] | null];
type Message = readonly [name: string, told: readonly Notice[]];

/** Notifies the other processes that this one listens. */
export async function announce(wire: Wire, name: string): Promise<void> {
  await wire.rows(NOTIFY, [JSON.stringify([JSON.stringify([name, []])])]);
}

/** A statement that sends these notifications: at once, or from a transaction when it commits. */
export const notifying = (
  name: string,
  notices: readonly Notice[],
): readonly [sql: string, values: unknown[]] => [NOTIFY, [JSON.stringify(packed(name, notices))]];

/** Sends the notifications of commits to the other processes, many per message. */
export function createNotifier(
  controlLine: Line,
  name: string,
): { readonly notify: (notice: Notice) => void } {
  let outbox: Notice[] = [];
  let sending = false;

  const send = async () => {
    if (sending) return;
    sending = true;
    try {
      while (outbox.length > 0) {
        const statement = notifying(name, outbox.splice(0));
        const wire = await controlLine.wire();
        await wire.rows(...statement);
      }
    } catch {
      // Waiting clients recover through the counts; the database may be down.
      outbox = [];
    } finally {
      sending = false;
    }
  };

  return {
    notify: (notice) => {
      outbox.push(notice);
      void send();
    },
  };
}

/** Packs notifications into as few messages as possible. */
function packed(name: string, outbox: readonly Notice[]): string[] {
  const messages: string[] = [];
  let parts: string[] = [];
  let bytes = 0;
  const begin = `[${JSON.stringify(name)},[`;
  const end = () => {
    if (parts.length > 0) messages.push(`${begin}${parts.join()}]]`);
    parts = [];
    bytes = 0;
  };
  for (const [workspaceId, signalSeq, signals] of outbox) {
    let part = JSON.stringify([workspaceId, signalSeq, signals]);
    if (Buffer.byteLength(part) > MAX_BYTES / 2) part = JSON.stringify([workspaceId, signalSeq, null]);
    const more = Buffer.byteLength(part) + 1;
    if (bytes + more + begin.length + 2 > MAX_BYTES) end();
    parts.push(part);
    bytes += more;
  }
  end();
  return messages;
}

/** Anyone who can connect to the database can send notifications, so malformed ones are ignored. */
export function parsed(payload: string): Message | null {
  try {
    const message: unknown = JSON.parse(payload);
    return isMessage(message) ? message : null;
  } catch {
    return null;
  }
}

const isMessage = (value: unknown): value is Message =>
  Array.isArray(value) && Array.isArray(value[1]) && value[1].every(isNotice);

const isNotice = (value: unknown): value is Notice =>
  Array.isArray(value) &&
  typeof value[0] === 'string' &&
  Number.isSafeInteger(value[1]) &&
  (value[2] === null || (Array.isArray(value[2]) && value[2].every(isSignal)));

const isSignal = (value: unknown): value is Signal =>
  typeof (value as Partial<Signal> | null)?.topic === 'string' && !('everything' in (value as Signal));
