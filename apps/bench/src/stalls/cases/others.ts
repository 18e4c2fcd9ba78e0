import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addChat } from '../seed/chats.ts';
import { addTelemetry } from '../seed/members.ts';
import { casesOf, type HouseworkCase, type StallCase } from './case.ts';
import { FORGETTING } from './events.ts';
import { CLEARING } from './webhooks.ts';

const plainly = (path: string) => () => ({ method: 'GET', path, secret: null });

/** Requests outside the contract. */
export const OTHERS: readonly StallCase[] = [
  ...casesOf('(operator)', { 'GET /metrics': plainly('/metrics'), 'GET /readyz': plainly('/readyz') }, 200),
  ...casesOf('(reference)', { 'GET /docs': plainly('/docs') }, 200),
  ...casesOf('(reference)', { 'GET /api/v1/openapi.json': plainly('/api/v1/openapi.json') }, 200),
  ...casesOf('(no path)', { 'a path of 10 kB': plainly(`/api/v1/${'a/'.repeat(5_000)}`) }, 404),
];

const DAY_MS = 24 * 60 * 60_000;
const LONG_AGO_MS = 400 * DAY_MS;

/** The backlog of housekeeping when a server starts after a long time. */
export const HOUSEWORK: readonly HouseworkCase[] = [
  { operation: '(housekeeping)', what: 'nothing to do', prepare: () => undefined },
  {
    operation: '(housekeeping)',
    what: 'very many leases that ran out',
    prepare: ({ make, dataset }) =>
      make((bulk) => {
        for (let i = 0; i < dataset.sizes.many; i++) {
          const last = { token: `token-${i}`, expiresAt: Date.now() - DAY_MS };
          addChat(bulk, { person: dataset.listener.id, agent: dataset.idle, asked: 1, last });
        }
      }),
  },
  {
    operation: '(housekeeping)',
    what: 'very much old telemetry',
    prepare: ({ make, dataset }) =>
      make((bulk) => addTelemetry(bulk, dataset.wordy, dataset.sizes.many, Date.now() - LONG_AGO_MS)),
  },
  {
    operation: '(housekeeping)',
    what: 'very many old notifications',
    // They are as old as their events, whose times increase with their numbers.
    prepare: ({ make, dataset }) =>
      make((bulk) => {
        const then = Date.now() - LONG_AGO_MS;
        bulk.run('UPDATE events SET created_at = ? WHERE workspace_id = ?', then, bulk.workspaceId);
        for (let seq = 1; seq <= dataset.sizes.notifications; seq++) {
          bulk.add('notifications', { member_id: dataset.locksmith.id, seq, number: 1, read_at: null });
        }
      }),
  },
  FORGETTING,
  ...CLEARING,
  {
    operation: '(housekeeping)',
    what: 'very many old keyed messages',
    prepare: ({ make, dataset }) =>
      make((bulk) => {
        const at = Date.now() - LONG_AGO_MS;
        for (let i = 0; i < dataset.sizes.many; i++) {
          addChat(bulk, { person: dataset.listener.id, agent: dataset.idle, asked: 1, at });
        }
      }),
  },
  {
    operation: '(housekeeping)',
    what: 'very many old answers, which are long',
    prepare: ({ make, dataset }) =>
      make((bulk) => {
        const body = JSON.stringify({ description: '日'.repeat(5_000) });
        for (let i = 0; i < dataset.sizes.many / 10; i++) {
          bulk.add('answers', {
            caller_id: dataset.listener.id,
            key: `k${i}`,
            request: 'POST /api/v1/tasks',
            payload_hash: '0'.repeat(64),
            status: 201,
            body,
            created_at: Date.now() - LONG_AGO_MS,
          });
        }
      }),
  },
  {
    operation: '(housekeeping)',
    what: 'very many contents without a record',
    prepare: ({ folder, dataset }) => {
      const place = join(folder, 'files', 'ZZ');
      mkdirSync(place, { recursive: true });
      const then = new Date(Date.now() - DAY_MS);
      for (let i = 0; i < dataset.sizes.many / 10; i++) {
        const path = join(place, `${String(i).padStart(24, '0')}ZZ`);
        writeFileSync(path, '');
        utimesSync(path, then, then);
      }
    },
  },
];
