import { Tabs } from '@base-ui/react/tabs';
import { lazy, Suspense, useState } from 'react';
import { strings } from '../strings/index.ts';
import { TextArea, type TextAreaProps } from './fields.tsx';
import { Markdown } from './markdown.tsx';
import styles from './markdown-field.module.css';
import type { TextTools as Loaded } from './text-tools/text-tools.tsx';

/** Not needed to write. If they can't be loaded, the field works without them. */
const TextTools = lazy(async () => ({
  default: await import('./text-tools/text-tools.tsx').then(
    (loaded) => loaded.TextTools,
    (): typeof Loaded => () => null,
  ),
}));

interface MarkdownFieldProps extends TextAreaProps {
  /** Reports uploads in progress: the text has placeholders for them. */
  readonly onBusy?: ((isBusy: boolean) => void) | undefined;
}

/** A Markdown field with a toolbar, suggestions for `@` and `#`, and a preview. */
export function MarkdownField({ onBusy, ...props }: MarkdownFieldProps) {
  const [tab, setTab] = useState<'write' | 'preview'>('write');
  const [field, setField] = useState<HTMLTextAreaElement | null>(null);
  return (
    <Tabs.Root className={styles.field} value={tab} onValueChange={setTab}>
      <div className={styles.bar}>
        <Suspense>
          <TextTools field={field} value={props.value} onChange={props.onChange} onBusy={onBusy} />
        </Suspense>
        <Tabs.List className={styles.tabs} aria-label={strings().markdown.label}>
          <Tabs.Tab className={styles.tab} value="write">
            {strings().markdown.write}
          </Tabs.Tab>
          <Tabs.Tab className={styles.tab} value="preview">
            {strings().markdown.preview}
          </Tabs.Tab>
        </Tabs.List>
      </div>
      <Tabs.Panel value="write" tabIndex={-1}>
        <TextArea {...props} ref={setField} />
      </Tabs.Panel>
      <Tabs.Panel value="preview" className={styles.preview}>
        {props.value.trim() === '' ? strings().markdown.nothing : <Markdown text={props.value} />}
      </Tabs.Panel>
    </Tabs.Root>
  );
}
