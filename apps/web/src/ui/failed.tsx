import { isForbidden, messageOf } from '../api/tandem.ts';
import { strings } from '../strings/index.ts';
import { Button } from './button.tsx';
import { Empty } from './empty.tsx';
import styles from './failed.module.css';

interface FailedProps {
  readonly error: unknown;
  readonly again: () => void;
}

/** In place of what could not be read: why, and another try, where one can come to something else. */
export function Failed({ error, again }: FailedProps) {
  if (isForbidden(error)) return <Empty title={strings.refused} hint={messageOf(error)} />;
  return (
    <div className={styles.failed} role="alert">
      <p>
        {strings.failed} {messageOf(error)}
      </p>
      <Button onClick={again}>{strings.tryAgain}</Button>
    </div>
  );
}
