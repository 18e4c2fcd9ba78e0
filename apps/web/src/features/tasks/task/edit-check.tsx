import type { Criterion } from '@tandem/client';
import { lazy, Suspense, useState } from 'react';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { ShieldCheck } from '../../../ui/icons.ts';
import { useMaySetChecks } from './use-check-edit.ts';

const CheckDialog = lazy(async () => ({ default: (await import('./check-dialog.tsx')).CheckDialog }));

interface EditCheckProps {
  readonly taskNumber: number;
  readonly criterion: Criterion;
}

/** The button that opens the check of a criterion for editing; none for a person who may not set checks. */
export function EditCheck({ taskNumber, criterion }: EditCheckProps) {
  const [open, setOpen] = useState(false);
  const words = strings().checks;
  const label = criterion.check ? words.editOf(criterion.text) : words.addTo(criterion.text);
  if (!useMaySetChecks()) return null;
  return (
    <>
      <Button
        icon
        aria-label={label}
        title={criterion.check ? words.edit : words.add}
        onClick={() => setOpen(true)}
      >
        <ShieldCheck />
      </Button>
      {open && (
        <Suspense>
          <CheckDialog open taskNumber={taskNumber} criterion={criterion} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
