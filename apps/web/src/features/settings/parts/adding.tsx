import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button.tsx';

interface AddingProps {
  readonly text: string;
  readonly children: (close: () => void) => ReactNode;
}

/** A button that opens a form in its place. */
export function Adding({ text, children }: AddingProps) {
  const [open, setOpen] = useState(false);
  if (open) return children(() => setOpen(false));
  return (
    <div>
      <Button primary onClick={() => setOpen(true)}>
        {text}
      </Button>
    </div>
  );
}
