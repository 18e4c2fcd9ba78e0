import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';

interface SureProps {
  /** On the button. */
  readonly text: string;
  /** With what it is about, for whoever does not see where it stands. */
  readonly label: string;
  readonly title: string;
  /** What it takes along. */
  readonly what: string;
  readonly onConfirm: () => void;
  readonly disabled?: boolean;
}

/** A button for what cannot be undone: it is asked once more, with what follows. */
export function Sure({ text, label, title, what, onConfirm, disabled }: SureProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button quiet aria-label={label} disabled={disabled} onClick={() => setOpen(true)}>
        {text}
      </Button>
      <Confirm title={title} action={text} open={open} onConfirm={onConfirm} onClose={() => setOpen(false)}>
        {what}
      </Confirm>
    </>
  );
}
