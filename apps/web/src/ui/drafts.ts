const PREFIX = 'tandem-draft-';
const OF = 'tandem-drafts-of';

/** Texts that have not been sent. They outlast a reload, and a session that has ended; they are of one person. */
export const drafts = {
  get: (name: string): string => localStorage.getItem(PREFIX + name) ?? '',
  set: (name: string, text: string): void => {
    try {
      if (text === '') localStorage.removeItem(PREFIX + name);
      else localStorage.setItem(PREFIX + name, text);
    } catch {
      // The browser has no more room: the text is still in its field.
    }
  },
  clear: (): void => {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(PREFIX)) localStorage.removeItem(name);
    }
  },
  /** Before anything of the page stands: what somebody else has written in this browser is not shown. */
  belongTo: (personId: string): void => {
    if (localStorage.getItem(OF) === personId) return;
    drafts.clear();
    localStorage.setItem(OF, personId);
  },
};
