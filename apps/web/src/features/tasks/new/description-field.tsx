import { useState } from 'react';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/fields.tsx';
import { Markdown } from '../../../ui/markdown.tsx';
import styles from './new-task-dialog.module.css';

interface DescriptionFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem?: string | undefined;
}

const words = () => strings().tasks.form;

/** A Markdown field with a preview. */
export function DescriptionField({ value, onChange, problem }: DescriptionFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <div className={styles.description}>
      {isShown ? (
        <section className={styles.preview} aria-label={words().preview}>
          <Markdown text={value} />
        </section>
      ) : (
        <TextArea
          label={words().description}
          hint={words().descriptionHint}
          problem={problem}
          rows={4}
          value={value}
          onChange={onChange}
        />
      )}
      {(isShown || value.trim() !== '') && (
        <Button quiet className={styles.switch} onClick={() => setShown(!isShown)}>
          {isShown ? words().write : words().preview}
        </Button>
      )}
    </div>
  );
}
