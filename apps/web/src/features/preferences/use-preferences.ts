import type { Preferences, PreferencesUpdateBody } from '@tandem/client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { preferences, usePreferences } from '../../api/queries/preferences.ts';
import { tandem } from '../../api/tandem.ts';
import { showFields, useChange } from '../../ui/change.ts';
import { applyLook } from '../../ui/look.ts';

/** Keeps the page's look as the person prefers it. */
export function useLook(): void {
  const chosen = usePreferences();
  useEffect(() => {
    if (chosen) applyLook(chosen);
  }, [chosen]);
}

/** Changes preferences; the change is shown at once. */
export function usePreferencesChange() {
  const queries = useQueryClient();
  return useChange({
    send: (body: PreferencesUpdateBody) => tandem.preferences.update(body),
    optimistic: ({ notifications, ...fields }) => {
      const before = queries.getQueryData<Preferences>(preferences.queryKey);
      const kinds = notifications &&
        before && { notifications: { ...before.notifications, ...notifications } };
      return showFields<Preferences>(queries, preferences.queryKey, {
        ...fields,
        ...kinds,
      } as Partial<Preferences>);
    },
    onDone: (now) => queries.setQueryData(preferences.queryKey, now),
  });
}
