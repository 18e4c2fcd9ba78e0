import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { useMemo } from 'react';
import styles from './markdown.module.css';
import { isWorthForm } from './markdown-cost.ts';

/**
 * What people and agents write, as Markdown. Neither HTML nor an address that could run something comes through: micromark
 * writes HTML as text and leaves out other protocols. Pictures from elsewhere become links, for opening a page must tell
 * nobody else that it was opened.
 */
export function Markdown({ text }: { text: string }) {
  const html = useMemo(() => (isWorthForm(text) ? htmlOf(text) : null), [text]);
  if (html === null) return <pre className={styles.plain}>{text}</pre>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is what micromark makes, of which nothing can run.
  return <div className={styles.markdown} dangerouslySetInnerHTML={{ __html: html }} />;
}

function htmlOf(text: string): string {
  const html = micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  const made = new DOMParser().parseFromString(html, 'text/html');
  for (const picture of made.querySelectorAll('img')) picture.replaceWith(linkTo(made, picture));
  // A box of a list of things to do says what it is of.
  for (const box of made.querySelectorAll('input'))
    box.ariaLabel = box.closest('li')?.textContent.trim() ?? '';
  for (const link of made.querySelectorAll('a')) {
    link.rel = 'noopener noreferrer nofollow';
    link.target = '_blank';
  }
  return made.body.innerHTML;
}

function linkTo(made: Document, { src, alt }: HTMLImageElement): Node {
  const link = made.createElement('a');
  link.textContent = alt || src;
  link.href = src;
  return link;
}
