import type { Preferences } from '@tandem/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { tandem } from '../tandem.ts';

/** Preferences have no events: changes on another device are read when the window is entered. */
export const preferences = queryOptions({
  queryKey: ['preferences'],
  queryFn: ({ signal }) => tandem.preferences.get({ signal }),
  refetchOnWindowFocus: true,
});

/** The person's preferences; undefined while loading, and for keys that belong to no member. */
export const usePreferences = (): Preferences | undefined => useQuery(preferences).data;
