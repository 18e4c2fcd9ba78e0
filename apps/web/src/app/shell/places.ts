import { strings } from '../../strings/index.ts';

/** Where one can go, in the order of how often one does. On a phone the first five stand below, and the others behind “More”. */
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

/** How many stand on a phone. */
export const AT_HAND = 5;
