import { setTimeout as pause } from 'node:timers/promises';
import { type Connection, openConnection } from '../load/connection.ts';
import { requestsWith } from '../load/requests.ts';
import { answerParent } from '../processes.ts';
import { now } from './clock.ts';

/** The changes to make, and their rate. */
interface Pace {
  readonly port: number;
  readonly secret: string;
  readonly tasks: number;
  readonly perSecond: number;
  readonly count: number;
}

/** Changes from one number on, and when each was sent and answered. */
export interface Changes {
  readonly first: number;
  readonly sent: readonly number[];
  readonly answered: readonly number[];
}

const CONNECTIONS = 32;
let made = 0;

const handlers = {
  /** Gives tasks new titles, evenly, or as fast as the server answers where that is slower. */
  change: async ({ port, secret, tasks, perSecond, count }: Pace): Promise<Changes> => {
    const { patch } = requestsWith(secret);
    const first = made;
    made += count;
    const sent: number[] = [];
    const answered: number[] = [];
    const start = now();
    let next = 0;
    const write = async (connection: Connection) => {
      while (next < count) {
        const due = start + (next * 1_000) / perSecond;
        if (due > now()) {
          await pause(1);
          continue;
        }
        const i = next++;
        const number = first + i;
        sent[i] = now();
        const { status } = await connection.request(
          patch(`/api/v1/tasks/${1 + (number % tasks)}`, { title: `Change ${number}` }),
        );
        answered[i] = now();
        if (status !== 200) throw new Error(`A change was answered with ${status}.`);
      }
    };
    const open = await Promise.all(Array.from({ length: CONNECTIONS }, () => openConnection(port)));
    await Promise.all(open.map(write));
    for (const connection of open) connection.close();
    return { first, sent, answered };
  },
};

export type StreamWriter = typeof handlers;

answerParent(handlers);
