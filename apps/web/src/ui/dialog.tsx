import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { strings } from '../strings/index.ts';
import styles from './dialog.module.css';
import { X } from './icons.ts';

interface DialogProps {
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  /** The element to focus afterwards, if it isn't the one that had the focus before. */
  readonly focusAfter?: (() => HTMLElement | null) | undefined;
  readonly children: ReactNode;
}

/** A modal dialog. Escape and a click outside close it, and the focus returns. */
export function Dialog({ title, open, onClose, focusAfter, children }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.behind} />
        <Base.Popup className={styles.dialog} finalFocus={() => focusAfter?.() ?? true}>
          <header className={styles.header}>
            <Base.Title>{title}</Base.Title>
            <Base.Close className={styles.close} aria-label={strings().close}>
              <X />
            </Base.Close>
          </header>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
