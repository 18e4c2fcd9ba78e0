import { micromark, type Options } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { footnoteTarget, isOwnPage, tidyFootnotes } from './markdown-links.ts';
import { markReferences } from './markdown-references.ts';
import { fileIdOf } from './pictures.ts';

/** The attribute of a checkbox that holds the position of its `[ ]` in the text. */
export const CHECKBOX = 'data-at';

interface Context {
  /** Unique in the page. */
  readonly id: string;
  /** The display name of a member; undefined for unknown names. */
  readonly nameOf: (name: string) => string | undefined;
  /** The ids of files that are shown as pictures. */
  readonly pictures: ReadonlySet<string>;
  /** Whether task lists can be checked off. */
  readonly isCheckable: boolean;
}

/** Replaces the disabled checkboxes. */
const checkable = {
  enter: {
    taskListCheck(this: { tag(html: string): void }, { start }: { start: { offset: number } }) {
      this.tag(`<input type="checkbox" ${CHECKBOX}="${start.offset}" `);
    },
  },
} as NonNullable<Options['htmlExtensions']>[number];

/** The HTML of a text. */
export function htmlOf(text: string, { id, nameOf, pictures, isCheckable }: Context): string {
  const html = micromark(text, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml({ clobberPrefix: `${id}-` }), ...(isCheckable ? [checkable] : [])],
  });
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  for (const picture of parsed.querySelectorAll('img')) show(parsed, picture, pictures);
  // Label the checkboxes of task lists for screen readers.
  for (const box of parsed.querySelectorAll('input'))
    box.ariaLabel = box.closest('li')?.textContent.trim() ?? '';
  tidyFootnotes(parsed);
  markReferences(parsed, nameOf);
  for (const link of parsed.querySelectorAll('a')) {
    link.rel = 'noopener noreferrer nofollow';
    if (!footnoteTarget(link) && !isOwnPage(link)) link.target = '_blank';
  }
  return parsed.body.innerHTML;
}

/** Shows a picture of this workspace, and a link for any other. */
function show(parsed: Document, picture: HTMLImageElement, pictures: ReadonlySet<string>): void {
  const src = picture.getAttribute('src') ?? '';
  const fileId = fileIdOf(src);
  const isShown = fileId !== null && pictures.has(fileId);
  // A link in a link would be dropped.
  if (isShown && picture.closest('a')) return;
  const link = parsed.createElement('a');
  link.setAttribute('href', src);
  picture.replaceWith(link);
  if (isShown) link.append(picture);
  else link.textContent = picture.alt || src;
}
