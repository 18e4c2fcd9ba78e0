import { Tabs } from '@base-ui/react/tabs';
import { useState } from 'react';
import { strings } from '../strings/index.ts';
import { TextArea, type TextAreaProps } from './fields.tsx';
import { Markdown } from './markdown.tsx';
import styles from './markdown-field.module.css';

/** A Markdown field with a preview. */
export function MarkdownField(props: TextAreaProps) {
  const [tab, setTab] = useState<'write' | 'preview'>('write');
  return (
    <Tabs.Root className={styles.field} value={tab} onValueChange={setTab}>
      <Tabs.List className={styles.tabs} aria-label={strings().markdown.label}>
        <Tabs.Tab className={styles.tab} value="write">
          {strings().markdown.write}
        </Tabs.Tab>
        <Tabs.Tab className={styles.tab} value="preview">
          {strings().markdown.preview}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="write" tabIndex={-1}>
        <TextArea {...props} />
      </Tabs.Panel>
      <Tabs.Panel value="preview" className={styles.preview}>
        {props.value.trim() === '' ? strings().markdown.nothing : <Markdown text={props.value} />}
      </Tabs.Panel>
    </Tabs.Root>
  );
}
