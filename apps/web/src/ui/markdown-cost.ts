/** Rendering takes some tenths of a second on a slow machine, for any text of this length. */
const MAX_CHARACTERS = 30_000;
/** The parser searches all previous brackets for each closing one. */
const MAX_BRACKETS = 2_000;
/** The parser reads each line once for each quote or list around it. */
const DEEP = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d+[.)](?=[ \t]))){20}/m;

/**
 * Returns whether a text is cheap enough to render: rendering blocks the page, and some texts take quadratic time.
 * Others are shown as plain text, so that an agent can't freeze the page for its readers.
 */
export const isWorthForm = (text: string): boolean =>
  text.length <= MAX_CHARACTERS && (text.match(/[[\]]/g)?.length ?? 0) <= MAX_BRACKETS && !DEEP.test(text);
