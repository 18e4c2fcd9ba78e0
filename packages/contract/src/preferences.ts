import {
  DENSITIES,
  FAVORITE_KINDS,
  GET_STARTED,
  HOUR_CYCLES,
  MAX_FAVORITE_ID,
  MAX_FAVORITES,
  MAX_TIME_ZONE,
  NOTIFICATION_CHANNELS,
  NOTIFICATION_KINDS,
  THEMES,
} from '@tandem/core';
import * as z from 'zod';
import { filled, text } from './inputs.ts';
import { operation } from './operation.ts';

const theme = z.enum(THEMES);
const density = z.enum(DENSITIES);
const hourCycle = z.enum(HOUR_CYCLES).nullable();
const kind = z.enum(NOTIFICATION_KINDS);
const channel = z.enum(NOTIFICATION_CHANNELS);
const favoriteKind = z.enum(FAVORITE_KINDS);
const getStarted = z.enum(GET_STARTED);

/** docs/rules.md, Preferences. */
const shown = z
  .object({
    theme,
    density,
    timeZone: z.string().nullable(),
    hourCycle,
    notifications: z.object(byKind(channel)),
    favorites: z.array(z.object({ kind: favoriteKind, id: z.string() })),
    getStarted,
  })
  .meta({ id: 'Preferences' });

function byKind<Schema extends z.ZodType>(schema: Schema) {
  return Object.fromEntries(kind.options.map((each) => [each, schema])) as {
    [Kind in (typeof kind.options)[number]]: Schema;
  };
}

export const preferences = {
  get: operation({
    id: 'preferences.get',
    method: 'get',
    path: '/api/v1/me/preferences',
    access: 'tasks:read',
    summary: "Get the caller's preferences",
    responses: { 200: shown },
    errors: ['FORBIDDEN'],
  }),
  update: operation({
    id: 'preferences.update',
    method: 'patch',
    path: '/api/v1/me/preferences',
    access: 'tasks:write',
    summary: "Change the caller's preferences",
    body: z.object({
      theme: theme.optional(),
      density: density.optional(),
      timeZone: text({ maxLength: MAX_TIME_ZONE, description: 'IANA name; null for the browser’s' })
        .nullable()
        .optional(),
      hourCycle: hourCycle.optional(),
      notifications: z
        .object(byKind(channel.optional()))
        .optional()
        .meta({ description: 'Where to show each kind; kinds that are left out stay as they are' }),
      favorites: z
        .array(z.object({ kind: favoriteKind, id: filled(MAX_FAVORITE_ID) }))
        .optional()
        .meta({ maxItems: MAX_FAVORITES, description: 'Replaces the list. Duplicates are dropped' }),
      getStarted: getStarted.optional(),
    }),
    responses: { 200: shown },
    errors: ['FORBIDDEN'],
  }),
};
