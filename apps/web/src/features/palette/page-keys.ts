import { strings } from '../../strings/index.ts';
import type { KeyBinding } from '../../ui/keys.ts';
import { type NavPage, PAGES } from '../../ui/pages.ts';

/** The second key of the shortcut, after G. */
const LETTERS: Readonly<Record<NavPage['to'], string>> = {
  '/': 'i',
  '/tasks': 't',
  '/projects': 'p',
  '/agents': 'a',
  '/chats': 'c',
  '/initiatives': 'n',
  '/goals': 'o',
  '/search': 'f',
  '/settings': 's',
};

/** Shortcuts to pages: G and then a letter. */
export const pageKeys = (go: (to: NavPage['to']) => void): KeyBinding[] =>
  PAGES.map(({ to, name }) => ({
    key: `g ${LETTERS[to]}`,
    text: strings().palette.goToPlace(strings().nav[name]),
    act: () => go(to),
  }));
