import { type ReactNode, useId, useState } from 'react';
import styles from './popover.module.css';

interface PopoverProps {
  /** What it opens is called so. */
  readonly label: string;
  /** What stands on the button, and names it. */
  readonly button: ReactNode;
  readonly buttonClass?: string | undefined;
  /** Where it opens: each place has its own. */
  readonly className?: string | undefined;
  /** Closes it: what one goes to stands behind it otherwise. */
  readonly children: (close: () => void) => ReactNode;
}

/**
 * Something small that a button opens: the browser's own, which Escape and a press beside it close, and which stands
 * over everything. What is in it is made when it opens.
 */
export function Popover({ label, button, buttonClass, className, children }: PopoverProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-expanded={open}
        className={[styles.button, buttonClass].filter(Boolean).join(' ')}
      >
        {button}
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className={[styles.popover, className].filter(Boolean).join(' ')}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {open && children(() => document.getElementById(id)?.hidePopover())}
      </div>
    </>
  );
}
