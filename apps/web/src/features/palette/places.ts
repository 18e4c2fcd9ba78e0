import { PLACES, type Place } from '../../app/shell/places.ts';
import { strings } from '../../strings/index.ts';
import type { KeyBinding } from '../../ui/keys.ts';

/** The letter that leads somewhere after a G. */
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

/** A G and a letter lead to each place. */
export const placeKeys = (go: (to: Place['to']) => void): KeyBinding[] =>
  PLACES.map(({ to, text }) => ({
    key: `g ${LETTERS[to]}`,
    text: strings.palette.goToPlace(text),
    act: () => go(to),
  }));
