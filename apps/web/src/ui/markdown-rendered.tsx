import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, useId, useLayoutEffect, useMemo, useRef } from 'react';
import { useMembers } from '../api/queries/members.ts';
import styles from './markdown.module.css';
import { isWorthForm } from './markdown-cost.ts';
import { CHECKBOX, htmlOf } from './markdown-html.ts';
import { footnoteTarget, isOwnPage } from './markdown-links.ts';
import type { MarkdownProps } from './markdown-props.ts';
import { mentionsSomeone } from './markdown-references.ts';
import { usePictures } from './pictures.ts';
import { useTaskPreview } from './task-preview/use-task-preview.tsx';

/**
 * Renders Markdown. The output contains no user HTML and no script addresses: micromark escapes HTML and drops other
 * protocols. External images become links, so that opening a page contacts no other server.
 */
export function RenderedMarkdown(props: MarkdownProps) {
  if (!isWorthForm(props.text)) return <pre className={styles.plain}>{props.text}</pre>;
  return mentionsSomeone(props.text) ? <WithMentions {...props} /> : <Html {...props} nameOf={noOne} />;
}

type NameOf = (name: string) => string | undefined;

const noOne = () => undefined;

/** Reads the members only for texts that may mention one. */
function WithMentions(props: MarkdownProps) {
  const members = useMembers();
  const nameOf = useMemo<NameOf>(() => {
    const names = new Map(members.map(({ name, displayName }) => [name.toLowerCase(), displayName]));
    return (name) => names.get(name.toLowerCase());
  }, [members]);
  return <Html {...props} nameOf={nameOf} />;
}

function Html({ text, onCheck, nameOf }: MarkdownProps & { readonly nameOf: NameOf }) {
  const id = useId();
  const pictures = usePictures(text);
  const isCheckable = onCheck !== undefined;
  const html = useMemo(
    () => htmlOf(text, { id, nameOf, pictures, isCheckable }),
    [text, id, nameOf, pictures, isCheckable],
  );
  const root = useRef<HTMLDivElement>(null);
  // A change of the HTML replaces the checkbox that has the focus.
  const focused = root.current?.querySelector(`[${CHECKBOX}]:focus`)?.getAttribute(CHECKBOX);
  // biome-ignore lint/correctness/useExhaustiveDependencies: nothing else takes the focus.
  useLayoutEffect(() => {
    if (focused) root.current?.querySelector<HTMLElement>(`[${CHECKBOX}="${focused}"]`)?.focus();
  }, [html]);
  const { history } = useRouter();
  const preview = useTaskPreview();
  const check = (box: HTMLInputElement) => {
    const { checked } = box;
    onCheck?.(Number(box.getAttribute(CHECKBOX)), checked).catch(() => {
      box.checked = !checked;
    });
  };
  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (event.target instanceof HTMLInputElement) return check(event.target);
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
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the links inside turn Enter into a click. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it handles the clicks of the links inside. */}
      <div
        ref={root}
        className={styles.markdown}
        onClick={onClick}
        {...preview.handlers}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: it is what micromark makes, of which nothing can run.
        dangerouslySetInnerHTML={{ __html: html }}
      />
      {preview.element}
    </>
  );
}
