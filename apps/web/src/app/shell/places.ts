import { texts } from '../texts/index.ts';

/** Where one can go, in the order of how often one does. On a phone the first five stand below, and the others behind “More”. */
export const PLACES = [
  { to: '/', text: texts.nav.inbox },
  { to: '/tasks', text: texts.nav.tasks },
  { to: '/projects', text: texts.nav.projects },
  { to: '/agents', text: texts.nav.agents },
  { to: '/chats', text: texts.nav.chats },
  { to: '/initiatives', text: texts.nav.initiatives },
  { to: '/goals', text: texts.nav.goals },
  { to: '/search', text: texts.nav.search },
  { to: '/settings', text: texts.nav.settings },
] as const;

export type Place = (typeof PLACES)[number];

/** How many stand on a phone. */
export const AT_HAND = 5;
