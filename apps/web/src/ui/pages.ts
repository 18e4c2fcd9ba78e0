/** Navigation entries, most used first. On a phone the first five are at the bottom, the others behind “More”. */
export const PAGES = [
  { to: '/', name: 'inbox' },
  { to: '/tasks', name: 'tasks' },
  { to: '/projects', name: 'projects' },
  { to: '/agents', name: 'agents' },
  { to: '/chats', name: 'chats' },
  { to: '/initiatives', name: 'initiatives' },
  { to: '/goals', name: 'goals' },
  { to: '/search', name: 'search' },
  { to: '/settings', name: 'settings' },
] as const;

export type NavPage = (typeof PAGES)[number];

/** The number of entries shown on a phone. */
export const AT_HAND = 5;
