import { useState } from 'react';
import { strings } from '../../../strings/index.ts';
import { drafts } from '../../../ui/drafts.ts';
import { Section } from '../../../ui/section.tsx';
import styles from './unsent.module.css';

const PARTS = ['title', 'description', 'criterion', 'comment'] as const;

/** Unsaved text on the page of a task that someone has since deleted, to copy. */
export function Unsent({ taskNumber }: { taskNumber: number }) {
  const [unsent] = useState(() =>
    PARTS.map((part) => drafts.get(`${part}-${taskNumber}`)).filter((text) => text !== ''),
  );
  if (unsent.length === 0) return null;
  return (
    <Section title={strings().task.unsent}>
      {unsent.map((text) => (
        <pre key={text} className={styles.unsent}>
          {text}
        </pre>
      ))}
    </Section>
  );
}
