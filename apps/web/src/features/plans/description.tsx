import { texts } from '../../app/texts/index.ts';
import { Editable } from '../../ui/editable.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import styles from './plans.module.css';

interface DescriptionProps {
  readonly id: string;
  readonly value: string | null;
  readonly onSave: (value: string | null) => Promise<unknown>;
  readonly locked: boolean;
}

/** What something is in all words, in Markdown. */
export const Description = ({ id, value, onSave, locked }: DescriptionProps) => (
  <Editable
    long
    what={texts.plans.description}
    value={value ?? ''}
    onSave={(text) => onSave(text === '' ? null : text)}
    keep={`description-${id}`}
    locked={locked}
  >
    {value ? <Markdown text={value} /> : <p className={styles.soft}>{texts.plans.noDescription}</p>}
  </Editable>
);
