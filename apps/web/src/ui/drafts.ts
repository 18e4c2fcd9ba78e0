import { pageState } from '../state/page-state.ts';

const PREFIX = 'tandem-draft-';

const personId = pageState(() => '');
const prefix = () => `${PREFIX}${personId.get()}-`;

/** Unsent texts. They survive a reload and the end of the session, and are shown only to their author. */
export const drafts = {
  get: (name: string): string => localStorage.getItem(prefix() + name) ?? '',
  set: (name: string, text: string): void => {
    try {
      if (text === '') localStorage.removeItem(prefix() + name);
      else localStorage.setItem(prefix() + name, text);
    } catch {
      // The storage is full: the text is still in its field.
    }
  },
  /** Deletes the drafts of the signed-in person. */
  clear: (): void => {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(prefix())) localStorage.removeItem(name);
    }
  },
  /** Call before rendering anything. Other people's drafts are kept until they sign in again. */
  belongTo: personId.set,
};
