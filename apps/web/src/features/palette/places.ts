import { PLACES, type Place } from '../../app/shell/places.ts';
import { strings } from '../../strings/index.ts';
import type { KeyBinding } from '../../ui/keys.ts';

/** The second key of the shortcut, after G. */
const LETTERS: Readonly<Record<Place['to'], string>> = {
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
export const placeKeys = (go: (to: Place['to']) => void): KeyBinding[] =>
  PLACES.map(({ to, name }) => ({
    key: `g ${LETTERS[to]}`,
    text: strings().palette.goToPlace(strings().nav[name]),
    act: () => go(to),
  }));
