import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { strings } from '../strings/index.ts';
import { Button } from './button.tsx';
import styles from './dialog.module.css';

interface ConfirmProps {
  readonly title: string;
  /** The consequences, and whether it can be undone. */
  readonly children: ReactNode;
  /** The verb on the button. */
  readonly action: string;
  readonly open: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Confirms an irreversible action. */
export function Confirm({ title, children, action, open, onConfirm, onClose }: ConfirmProps) {
  return (
    <Base.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.behind} />
        <Base.Popup className={styles.dialog}>
          <Base.Title>{title}</Base.Title>
          <Base.Description render={<div />}>{children}</Base.Description>
          <div className={styles.actions}>
            <Button onClick={onClose}>{strings().cancel}</Button>
            <Button
              danger
              onClick={() => {
                onConfirm();
                onClose();
              }}
            >
              {action}
            </Button>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
