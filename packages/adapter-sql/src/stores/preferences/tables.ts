import {
  DENSITIES,
  FAVORITE_KINDS,
  type Favorite,
  GET_STARTED,
  HOUR_CYCLES,
  NOTIFICATION_KINDS,
  THEMES,
} from '@tandem/core';
import { isObjects, isOneOf, isText } from '../../columns.ts';
import { listOf, nullable, table, text, word } from '../../table.ts';

/** A member that has changed no preference has no row. */
export const preferences = table(['workspace_id', 'member_id'], {
  workspace_id: text,
  member_id: text,
  theme: word(THEMES),
  density: word(DENSITIES),
  time_zone: nullable(text),
  hour_cycle: nullable(word(HOUR_CYCLES)),
  /** The kinds of notifications that are off. */
  notifications_off: listOf(
    'kinds of notifications',
    (value): value is (typeof NOTIFICATION_KINDS)[number][] =>
      Array.isArray(value) && value.every(isOneOf(NOTIFICATION_KINDS)),
  ),
  favorites: listOf('favorites', (value): value is Favorite[] =>
    isObjects(value, { kind: isOneOf(FAVORITE_KINDS), id: isText }),
  ),
  get_started: word(GET_STARTED),
});
