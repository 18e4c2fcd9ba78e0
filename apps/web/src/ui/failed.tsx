import { isForbidden, messageOf } from '../api/tandem.ts';
import { strings } from '../strings/index.ts';
import { Button } from './button.tsx';
import { Empty } from './empty.tsx';
import styles from './failed.module.css';

interface FailedProps {
  readonly error: unknown;
  readonly again: () => void;
}

/** Replaces data that couldn't be read, with the reason, and a retry if it could succeed. */
export function Failed({ error, again }: FailedProps) {
  if (isForbidden(error)) return <Empty title={strings().noAccess} hint={messageOf(error)} />;
  return (
    <div className={styles.failed} role="alert">
      <p>
        {strings().loadFailed} {messageOf(error)}
      </p>
      <Button onClick={again}>{strings().tryAgain}</Button>
    </div>
  );
}
