import { isForbidden, messageOf } from '../api/tandem.ts';
import { strings } from '../strings/index.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import styles from './load-error.module.css';

interface LoadErrorProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Replaces data that couldn't be read, with the reason, and a retry if it could succeed. */
export function LoadError({ error, onRetry }: LoadErrorProps) {
  if (isForbidden(error)) return <EmptyState title={strings().noAccess} hint={messageOf(error)} />;
  return (
    <div className={styles.failed} role="alert">
      <p>
        {strings().loadFailed} {messageOf(error)}
      </p>
      <Button onClick={onRetry}>{strings().tryAgain}</Button>
    </div>
  );
}
