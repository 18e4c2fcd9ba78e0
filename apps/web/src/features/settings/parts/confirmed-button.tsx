import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';

interface ConfirmedButtonProps {
  /** The button text. */
  readonly text: string;
  /** The accessible name, including the item. */
  readonly label: string;
  readonly title: string;
  /** The consequences. */
  readonly hint: string;
  readonly onConfirm: () => void;
  readonly disabled?: boolean;
}

/** A button for an irreversible action: it asks for confirmation and lists the consequences. */
export function ConfirmedButton({ text, label, title, hint, onConfirm, disabled }: ConfirmedButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button quiet aria-label={label} disabled={disabled} onClick={() => setOpen(true)}>
        {text}
      </Button>
      <Confirm title={title} action={text} open={open} onConfirm={onConfirm} onClose={() => setOpen(false)}>
        {hint}
      </Confirm>
    </>
  );
}
