import { useSyncExternalStore } from 'react';
import { texts } from '../app/texts/index.ts';
import { Button } from './button.tsx';
import styles from './toaster.module.css';
import { close, toasts } from './toasts.ts';

/** Where toasts stand. The region is there from the beginning, so that what comes into it is read out. */
export function Toaster() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.now);
  return (
    <div className={styles.toaster} role="status" aria-live="polite">
      {shown.map(({ id, text, tone, action }) => (
        <div key={id} className={styles.toast} data-tone={tone}>
          <p>{text}</p>
          {action && (
            <Button
              onClick={() => {
                close(id);
                action.act();
              }}
            >
              {action.text}
            </Button>
          )}
          <Button quiet onClick={() => close(id)}>
            {texts.close}
          </Button>
        </div>
      ))}
    </div>
  );
}
