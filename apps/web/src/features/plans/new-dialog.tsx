import { type ReactNode, useId } from 'react';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './plans.module.css';

interface NewDialogProps {
  readonly title: string;
  /** What is done, as a verb. */
  readonly action: string;
  readonly open: boolean;
  readonly busy: boolean;
  readonly onCreate: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks for what is needed to make something; what was written stays until it is made. */
export function NewDialog({ title, action, open, busy, onCreate, onClose, children }: NewDialogProps) {
  const form = useId();
  return (
    <Dialog title={title} open={open} onClose={onClose}>
      <form
        id={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) onCreate();
        }}
      >
        {children}
        <div className={styles.buttons}>
          <Button onClick={onClose}>{strings.cancel}</Button>
          <Button primary type="submit" disabled={busy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
