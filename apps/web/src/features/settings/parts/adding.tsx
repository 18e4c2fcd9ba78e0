import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

interface AddingProps {
  readonly text: string;
  readonly children: (close: () => void) => ReactNode;
}

/** A button that opens a form in a dialog. The address says so, because the palette opens it too. */
export function Adding({ text, children }: AddingProps) {
  const { section = '' } = useParams({ strict: false });
  const { new: isOpen } = useSearch({ strict: false });
  const navigate = useNavigate();
  const open = (to: boolean) =>
    void navigate({
      to: '/settings/$section',
      params: { section },
      search: to ? { new: true } : {},
      replace: true,
    });
  const close = () => open(false);
  return (
    <div>
      <Button primary onClick={() => open(true)}>
        {text}
      </Button>
      <Dialog title={text} open={isOpen === true} onClose={close}>
        {children(close)}
      </Dialog>
    </div>
  );
}
