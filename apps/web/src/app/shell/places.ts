import { strings } from '../../strings/index.ts';

/** Navigation entries, most used first. On a phone the first five are at the bottom, the others behind “More”. */
export const PLACES = [
  { to: '/', text: strings.nav.inbox },
  { to: '/tasks', text: strings.nav.tasks },
  { to: '/projects', text: strings.nav.projects },
  { to: '/agents', text: strings.nav.agents },
  { to: '/chats', text: strings.nav.chats },
  { to: '/initiatives', text: strings.nav.initiatives },
  { to: '/goals', text: strings.nav.goals },
  { to: '/search', text: strings.nav.search },
  { to: '/settings', text: strings.nav.settings },
] as const;

export type Place = (typeof PLACES)[number];

/** The number of entries shown on a phone. */
export const AT_HAND = 5;
