import { lazy, Suspense } from 'react';
import styles from './markdown.module.css';
import type { MarkdownProps } from './markdown-props.ts';

/** The parser is loaded with the first text. Without it, texts are readable as they were written. */
const Rendered = lazy(async () => ({
  default: await import('./markdown-rendered.tsx').then(
    (loaded) => loaded.RenderedMarkdown,
    () => PlainText,
  ),
}));

/** Markdown by people and agents. */
export const Markdown = (props: MarkdownProps) => (
  <Suspense fallback={<PlainText {...props} />}>
    <Rendered {...props} />
  </Suspense>
);

const PlainText = ({ text }: MarkdownProps) => <div className={styles.unparsed}>{text}</div>;
