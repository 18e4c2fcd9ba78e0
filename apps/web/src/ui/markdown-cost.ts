/** Rendering takes some tenths of a second on a slow machine, for any text of this length. */
const CHARACTERS = 30_000;
/** The parser searches all previous brackets for each closing one. */
const BRACKETS = 2_000;
/** The parser reads each line once for each quote or list around it. */
const DEEP = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d+[.)](?=[ \t]))){20}/m;

/**
 * Whether the form of a text is worth the wait: the page stands still while it is made, and it takes quadratic time
 * for some texts. Others are shown as they are written. An agent must not stop the page of everybody who looks.
 */
export const isWorthForm = (text: string): boolean =>
  text.length <= CHARACTERS && (text.match(/[[\]]/g)?.length ?? 0) <= BRACKETS && !DEEP.test(text);
