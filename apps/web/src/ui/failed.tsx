import { messageOf } from '../api/tandem.ts';
import { texts } from '../app/texts/index.ts';
import { Button } from './button.tsx';
import styles from './failed.module.css';

interface FailedProps {
  readonly error: unknown;
  readonly again: () => void;
}

/** In place of what could not be read: why, and another try. */
export function Failed({ error, again }: FailedProps) {
  return (
    <div className={styles.failed} role="alert">
      <p>
        {texts.failed} {messageOf(error)}
      </p>
      <Button onClick={again}>{texts.tryAgain}</Button>
    </div>
  );
}
