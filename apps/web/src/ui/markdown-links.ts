import { HOME } from '../api/tandem.ts';
import { strings } from '../strings/index.ts';

/** Paths of the app's router; other paths on this server, such as the API's documentation, open in a new tab. */
const PAGES = /^$|^(inbox|tasks|projects|initiatives|goals|agents|chats|search|settings)(\/|$)/;

/** A sign-in link needs a new document, which asks for confirmation. */
const SIGNS_IN = /^#code=/;

const REFERENCE = 'data-footnote-ref';
const BACK_REFERENCE = 'data-footnote-backref';

/** Returns whether a link leads to another page of this Tandem instance, which opens in the same tab. */
export function isOwnPage(link: HTMLAnchorElement): boolean {
  const href = link.getAttribute('href') ?? '';
  if (!URL.canParse(href, HOME.href)) return false;
  const url = new URL(href, HOME);
  return (
    url.origin === HOME.origin &&
    url.pathname.startsWith(HOME.pathname) &&
    PAGES.test(url.pathname.slice(HOME.pathname.length)) &&
    !SIGNS_IN.test(url.hash)
  );
}

/** The target of a link between a text and its footnotes: an element of the same document. */
export function footnoteTarget(link: HTMLAnchorElement): HTMLElement | null {
  if (!link.hasAttribute(REFERENCE) && !link.hasAttribute(BACK_REFERENCE)) return null;
  return link.ownerDocument.getElementById(link.getAttribute('href')?.slice(1) ?? '');
}

/** Removes the heading above footnotes, whose id would repeat in each comment, and labels each reference instead. */
export function tidyFootnotes(parsed: Document): void {
  parsed.querySelector('section[data-footnotes] > #footnote-label')?.remove();
  for (const reference of parsed.querySelectorAll(`a[${REFERENCE}]`)) {
    reference.removeAttribute('aria-describedby');
    reference.ariaLabel = strings().markdown.footnote(reference.textContent);
  }
  for (const note of parsed.querySelectorAll<HTMLElement>('section[data-footnotes] li')) note.tabIndex = -1;
}
