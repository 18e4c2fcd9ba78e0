import type { Caller } from '../../access/caller.ts';
import { inboxOf } from '../../notifications/notification.ts';
import type { Ports, Stores } from '../../ports.ts';
import { refuseProblems } from '../../shared/refusal.ts';
import {
  changedPreferences,
  DEFAULT_PREFERENCES,
  type Favorite,
  type Preferences,
  type PreferencesChange,
  preferencesProblems,
} from '../preferences.ts';

/**
 * The preferences of the member behind the caller (docs/rules.md, Preferences). They have no events, because they
 * concern nobody else.
 */
export function preferenceUseCases({ storage }: Ports) {
  return {
    get: (caller: Caller): Promise<Preferences> =>
      storage.read(caller.workspaceId, async (stores) => {
        const memberId = inboxOf(caller);
        return seen(stores, memberId, (await stores.preferences.of(memberId)) ?? DEFAULT_PREFERENCES);
      }),

    update: (caller: Caller, change: PreferencesChange): Promise<Preferences> =>
      storage.write(caller.workspaceId, async (stores) => {
        const memberId = inboxOf(caller);
        refuseProblems(preferencesProblems(change));
        const before = await stores.preferences.of(memberId);
        const after = changedPreferences(before ?? DEFAULT_PREFERENCES, change);
        await stores.preferences.save(memberId, after, before);
        return seen(stores, memberId, after);
      }),
  };
}

/** Without favorites that have been deleted, and views that are no longer shared with the member. */
async function seen(stores: Stores, memberId: string, preferences: Preferences): Promise<Preferences> {
  const favorites: Favorite[] = [];
  for (const favorite of preferences.favorites) {
    if (await IS_SEEN[favorite.kind](stores, favorite.id, memberId)) favorites.push(favorite);
  }
  return { ...preferences, favorites };
}

type IsSeen = (stores: Stores, id: string, memberId: string) => Promise<boolean>;

const IS_SEEN: Readonly<Record<Favorite['kind'], IsSeen>> = {
  project: async ({ projects }, id) => (await projects.byId(id)) !== null,
  agent: async ({ members }, id) => (await members.byId(id))?.type === 'agent',
  view: async ({ views }, id, memberId) => {
    const view = await views.byId(id);
    return view !== null && (view.shared || view.createdBy.id === memberId);
  },
};
