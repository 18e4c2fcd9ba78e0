import { type ReactNode, useId } from 'react';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './plans.module.css';

interface NewDialogProps {
  readonly title: string;
  /** The verb on the button. */
  readonly action: string;
  readonly open: boolean;
  readonly busy: boolean;
  readonly onCreate: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog to create something; the input stays until the resource is created. */
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
          <Button onClick={onClose}>{strings().cancel}</Button>
          <Button primary type="submit" disabled={busy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
