import { type ReactNode, useId, useState } from 'react';
import styles from './popover.module.css';

interface PopoverProps {
  /** The accessible name of the popover. */
  readonly label: string;
  /** The content of the button, which names it. */
  readonly button: ReactNode;
  readonly buttonClass?: string | undefined;
  /** Positions the popover. */
  readonly className?: string | undefined;
  /** Call `close` on navigation: the popover would cover the new page. */
  readonly children: (close: () => void) => ReactNode;
}

/**
 * A popover opened by a button. It is the browser's own, so Escape and a click outside close it and it is above
 * everything else. Its content is rendered when it opens.
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
