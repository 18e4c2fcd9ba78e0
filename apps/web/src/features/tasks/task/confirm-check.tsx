import type { Criterion } from '@tandem/client';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { useCheckEdit, useMaySetChecks } from './use-check-edit.ts';

interface ConfirmCheckProps {
  readonly taskNumber: number;
  readonly criterion: Criterion;
}

/** Confirms a check that an agent has proposed, so that it counts. */
export function ConfirmCheck({ taskNumber, criterion }: ConfirmCheckProps) {
  const { confirm, isPending } = useCheckEdit(taskNumber, criterion);
  if (!useMaySetChecks()) return null;
  return (
    <Button disabled={isPending} aria-label={strings().checks.confirmOf(criterion.text)} onClick={confirm}>
      {strings().checks.confirm}
    </Button>
  );
}
