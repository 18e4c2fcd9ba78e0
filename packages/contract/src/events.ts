import { EVENT_ENTITY_TYPES, EVENT_TYPES, TYPES_PROBLEM } from '@tandem/core';
import * as z from 'zod';
import { operation } from './operation.ts';
import { callerType, commaSeparated, eventStream, id, limit, timestamp } from './shapes.ts';

export const eventType = z.enum(EVENT_TYPES).meta({ id: 'EventType' });

/** docs/rules.md, Events. */
export const event = z
  .object({
    id,
    seq: z.int(),
    type: eventType,
    at: timestamp,
    actor: z.object({ type: callerType, id, name: z.string() }),
    entity: z.object({
      type: z.enum(EVENT_ENTITY_TYPES),
      id,
      title: z.string().nullable(),
      taskNumber: z.int().optional(),
    }),
    changes: z
      .array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() }))
      .optional(),
    reason: z.string().optional(),
    related: z.record(z.string(), z.string()).optional(),
    imported: z.literal(true).optional().meta({ description: 'Written by an import' }),
  })
  .meta({ id: 'Event' });

const filters = {
  types: commaSeparated([...EVENT_TYPES, '*'], TYPES_PROBLEM),
  entity: z
    .string()
    .optional()
    .meta({ description: 'Events of one entity only: its kind and id, such as `task:ID`' }),
};

const READERS = ['tasks:read', 'agents:read', 'chat:read'] as const;

/** The workspace's events (docs/rules.md, Events). */
export const events = {
  list: operation({
    id: 'events.list',
    method: 'get',
    path: '/api/v1/events',
    access: READERS,
    summary: 'List the events visible to the key, oldest first',
    query: z.object({
      after: z.string().optional().meta({
        description:
          'A position: the `cursor` of a response, or the id of a streamed event. `latest` returns the current position; without `after`, the list starts at the oldest event kept',
      }),
      ...filters,
      limit: limit(25),
    }),
    responses: { 200: z.object({ data: z.array(event), cursor: z.string(), hasMore: z.boolean() }) },
    errors: ['INVALID_CURSOR', 'EVENTS_PRUNED'],
  }),
  stream: operation({
    id: 'events.stream',
    method: 'get',
    path: '/api/v1/events/stream',
    access: READERS,
    summary: 'Stream events as Server-Sent Events, from a position or from now on',
    query: z.object({
      after: z.string().optional().meta({
        description: 'Position to continue from; the header `Last-Event-ID` takes precedence',
      }),
      ...filters,
    }),
    responses: { 200: eventStream },
    errors: ['INVALID_CURSOR'],
  }),
};
