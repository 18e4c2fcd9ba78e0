import { Bot, Folder, Inbox, Layers, ListTodo, MessageSquare, Search, Settings, Target } from './icons.ts';

/** Navigation entries, most used first. On a phone the first five are at the bottom, the others behind “More”. */
export const PAGES = [
  { to: '/', name: 'inbox', Icon: Inbox },
  { to: '/tasks', name: 'tasks', Icon: ListTodo },
  { to: '/projects', name: 'projects', Icon: Folder },
  { to: '/agents', name: 'agents', Icon: Bot },
  { to: '/chats', name: 'chats', Icon: MessageSquare },
  { to: '/initiatives', name: 'initiatives', Icon: Layers },
  { to: '/goals', name: 'goals', Icon: Target },
  { to: '/search', name: 'search', Icon: Search },
  { to: '/settings', name: 'settings', Icon: Settings },
] as const;

export type NavPage = (typeof PAGES)[number];

/** The number of entries shown on a phone. */
export const AT_HAND = 5;
