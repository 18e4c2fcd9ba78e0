/** Some tenths of a second on a slow machine, whatever the text is. */
const CHARACTERS = 30_000;
/** For each bracket that closes, those before it are looked through. */
const BRACKETS = 2_000;
/** Each line is read once for each quote or list that it stands in. */
const DEEP = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d+[.)](?=[ \t]))){20}/m;

/**
 * Whether the form of a text is worth the wait: the page stands still while it is made, and it takes quadratic time
 * for some texts. Others are shown as they are written. An agent must not stop the page of everybody who looks.
 */
export const isWorthForm = (text: string): boolean =>
  text.length <= CHARACTERS && (text.match(/[[\]]/g)?.length ?? 0) <= BRACKETS && !DEEP.test(text);
