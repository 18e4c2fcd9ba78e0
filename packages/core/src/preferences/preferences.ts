import { NOTIFICATION_KINDS, type NotificationKind } from '../notifications/notification.ts';
import { nameProblem, type Problem, textProblem } from '../shared/text.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export const DENSITIES = ['comfortable', 'compact'] as const;
export const HOUR_CYCLES = ['h12', 'h23'] as const;
export const NOTIFICATION_CHANNELS = ['page', 'off'] as const;
export const FAVORITE_KINDS = ['project', 'view', 'agent'] as const;
export const GET_STARTED = ['open', 'dismissed'] as const;

/** Maximum favorites of a member. */
export const MAX_FAVORITES = 50;
export const MAX_TIME_ZONE = 64;
export const MAX_FAVORITE_ID = 100;

export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

export interface Favorite {
  readonly kind: (typeof FAVORITE_KINDS)[number];
  readonly id: string;
}

/** A member's choices for the page and its notifications (docs/rules.md, Preferences). */
export interface Preferences {
  readonly theme: (typeof THEMES)[number];
  readonly density: (typeof DENSITIES)[number];
  /** An IANA name; null for that of the browser. */
  readonly timeZone: string | null;
  /** null for that of the browser's language. */
  readonly hourCycle: (typeof HOUR_CYCLES)[number] | null;
  readonly notifications: Readonly<Record<NotificationKind, NotificationChannel>>;
  /** In the member's order. */
  readonly favorites: readonly Favorite[];
  readonly getStarted: (typeof GET_STARTED)[number];
}

/** Only the given fields change; of `notifications`, only the given kinds. */
export type PreferencesChange = {
  readonly [Field in Exclude<keyof Preferences, 'notifications'>]?: Preferences[Field] | undefined;
} & {
  readonly notifications?:
    | { readonly [Kind in NotificationKind]?: NotificationChannel | undefined }
    | undefined;
};

export const DEFAULT_PREFERENCES: Preferences = {
  theme: 'system',
  density: 'comfortable',
  timeZone: null,
  hourCycle: null,
  notifications: channelsWithout([]),
  favorites: [],
  getStarted: 'open',
};

/** The channel of each kind, when these kinds are off. */
export function channelsWithout(off: readonly NotificationKind[]): Preferences['notifications'] {
  const channels = NOTIFICATION_KINDS.map((kind) => [kind, off.includes(kind) ? 'off' : 'page']);
  return Object.fromEntries(channels);
}

/** The kinds that are off. */
export const kindsOff = ({ notifications }: Preferences): readonly NotificationKind[] =>
  NOTIFICATION_KINDS.filter((kind) => notifications[kind] === 'off');

/** The fields of a change that are given. */
const given = <T extends object>(change: object): Partial<T> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<T>;

/** The preferences with a valid change merged in. Duplicate favorites are dropped. */
export function changedPreferences(before: Preferences, change: PreferencesChange): Preferences {
  const { notifications = {}, favorites = before.favorites, ...others } = change;
  const keyOf = ({ kind, id }: Favorite) => `${kind} ${id}`;
  return {
    ...before,
    ...given<Preferences>(others),
    notifications: { ...before.notifications, ...given<Preferences['notifications']>(notifications) },
    favorites: [...new Map(favorites.map((favorite) => [keyOf(favorite), favorite])).values()],
  };
}

export function preferencesProblems({
  timeZone,
  favorites = [],
}: PreferencesChange): Record<string, Problem> {
  return {
    timeZone: timeZoneProblem(timeZone),
    favorites: favorites.length > MAX_FAVORITES ? `must be at most ${MAX_FAVORITES} entries` : undefined,
    ...Object.fromEntries(
      favorites
        .slice(0, MAX_FAVORITES)
        .map(({ id }, i) => [`favorites.${i}.id`, nameProblem(id, MAX_FAVORITE_ID)]),
    ),
  };
}

/** Offsets such as `+02:00` are not names, although some versions of Intl accept them. */
function timeZoneProblem(name: string | null | undefined): Problem {
  const problem = textProblem(name, MAX_TIME_ZONE);
  if (problem !== undefined || name === null || name === undefined) return problem;
  return /^[A-Za-z]/.test(name) && isKnown(name)
    ? undefined
    : 'must be the IANA name of a time zone, such as Europe/Berlin';
}

function isKnown(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}
