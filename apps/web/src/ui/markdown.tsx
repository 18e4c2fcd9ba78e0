import { useRouter } from '@tanstack/react-router';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { type MouseEvent, useId, useMemo } from 'react';
import styles from './markdown.module.css';
import { isWorthForm } from './markdown-cost.ts';
import { footnoteTarget, isOwnPage, tidyFootnotes } from './markdown-links.ts';

/**
 * Renders Markdown by people and agents. The output contains no user HTML and no script addresses: micromark escapes
 * HTML and drops other protocols. External images become links, so that opening a page contacts no other server.
 */
export function Markdown({ text }: { text: string }) {
  const id = useId();
  const html = useMemo(() => (isWorthForm(text) ? htmlOf(text, id) : null), [text, id]);
  const { history } = useRouter();
  if (html === null) return <pre className={styles.plain}>{text}</pre>;
  const follow = (event: MouseEvent<HTMLElement>) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
      return;
    const target = footnoteTarget(link);
    if (!target && !isOwnPage(link)) return;
    event.preventDefault();
    if (!target) return history.push(link.pathname + link.search + link.hash);
    target.focus();
    target.scrollIntoView({ block: 'nearest' });
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links inside turn Enter into a click.
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles the clicks of the links inside.
    // biome-ignore lint/security/noDangerouslySetInnerHtml: it is what micromark makes, of which nothing can run.
    <div className={styles.markdown} onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />
  );
}

function htmlOf(text: string, id: string): string {
  const html = micromark(text, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml({ clobberPrefix: `${id}-` })],
  });
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  for (const picture of parsed.querySelectorAll('img')) picture.replaceWith(linkTo(parsed, picture));
  // Label the checkboxes of task lists for screen readers.
  for (const box of parsed.querySelectorAll('input'))
    box.ariaLabel = box.closest('li')?.textContent.trim() ?? '';
  tidyFootnotes(parsed);
  for (const link of parsed.querySelectorAll('a')) {
    link.rel = 'noopener noreferrer nofollow';
    if (!footnoteTarget(link) && !isOwnPage(link)) link.target = '_blank';
  }
  return parsed.body.innerHTML;
}

function linkTo(parsed: Document, { src, alt }: HTMLImageElement): Node {
  const link = parsed.createElement('a');
  link.textContent = alt || src;
  link.href = src;
  return link;
}
