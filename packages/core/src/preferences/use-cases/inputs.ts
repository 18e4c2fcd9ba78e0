import type { InputsOf } from '../../inputs.ts';
import { NOTIFICATION_KINDS } from '../../notifications/notification.ts';
import { type Check, list, maybe, object, oneOf, optional, text } from '../../shared/check.ts';
import {
  DENSITIES,
  FAVORITE_KINDS,
  GET_STARTED,
  HOUR_CYCLES,
  NOTIFICATION_CHANNELS,
  type PreferencesChange,
  THEMES,
} from '../preferences.ts';
import type { preferenceUseCases } from './preferences.ts';

type Channels = NonNullable<PreferencesChange['notifications']>;

const channels = Object.fromEntries(
  NOTIFICATION_KINDS.map((kind) => [kind, optional(oneOf(NOTIFICATION_CHANNELS))]),
) as { [Kind in keyof Channels]-?: Check<Channels[Kind]> };

export const preferenceInputs: InputsOf<typeof preferenceUseCases> = {
  get: [],
  update: [
    object({
      theme: optional(oneOf(THEMES)),
      density: optional(oneOf(DENSITIES)),
      timeZone: maybe(text),
      hourCycle: maybe(oneOf(HOUR_CYCLES)),
      notifications: optional(object<Channels>(channels)),
      favorites: optional(list(object({ kind: oneOf(FAVORITE_KINDS), id: text }))),
      getStarted: optional(oneOf(GET_STARTED)),
    }),
  ],
};
