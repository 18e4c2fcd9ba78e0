import type { Criterion } from '@tandem/client';
import { type FormEvent, useState } from 'react';
import { isTandemError } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextArea, TextField } from '../../../ui/fields.tsx';
import { isChecked } from '../evidence/use-verifications.ts';
import styles from './criteria-section.module.css';
import { useCheckEdit } from './use-check-edit.ts';

const TIMEOUT = { min: 1, usual: 600, max: 3600 };

interface CheckDialogProps {
  readonly taskNumber: number;
  readonly criterion: Criterion;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Sets, changes or removes the check of a criterion. */
export function CheckDialog({ open, ...rest }: CheckDialogProps) {
  const { criterion, onClose } = rest;
  const title = criterion.check ? strings().checks.edit : strings().checks.add;
  return (
    <Dialog title={title} open={open} onClose={onClose}>
      <CheckForm {...rest} />
    </Dialog>
  );
}

function CheckForm({ taskNumber, criterion, onClose }: Omit<CheckDialogProps, 'open'>) {
  const words = strings().checks;
  const { check } = criterion;
  // Others may change it meanwhile: the edit is of the check that the person was shown.
  const [before] = useState(criterion);
  const { save, isPending, error } = useCheckEdit(taskNumber, before);
  const [command, setCommand] = useState(check?.command ?? '');
  const [timeout, setTimeout] = useState(String(check?.timeoutSeconds ?? TIMEOUT.usual));
  const [protect, setProtect] = useState((check?.protect ?? []).join('\n'));
  const globs = protect.split('\n').flatMap((line) => line.trim() || []);
  const problem = problemIn(error);
  const send = (next: Parameters<typeof save>[0]) => save(next).then(onClose, () => undefined);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) void send({ command, timeoutSeconds: Number(timeout), protect: globs });
  };
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <p className={styles.checked}>{criterion.text}</p>
      <TextArea
        autoFocus
        label={words.command}
        hint={words.hint}
        problem={problem('command')}
        value={command}
        onChange={setCommand}
        rows={1}
      />
      <TextField
        required
        type="number"
        min={TIMEOUT.min}
        max={TIMEOUT.max}
        label={words.timeout}
        problem={problem('timeoutSeconds')}
        value={timeout}
        onChange={setTimeout}
      />
      <TextArea
        label={words.protect}
        hint={words.protectHint}
        problem={problem('protect')}
        value={protect}
        onChange={setProtect}
      />
      {isChecked(criterion) && <p className="soft small">{words.discardsVerification}</p>}
      <div className="beside">
        <Button primary type="submit" disabled={isPending || command.trim() === ''}>
          {check?.proposed && command === check.command ? words.confirm : words.save}
        </Button>
        <Button onClick={onClose}>{strings().cancel}</Button>
        {check && (
          <Button quiet disabled={isPending} onClick={() => void send(null)}>
            {words.remove}
          </Button>
        )}
      </div>
    </form>
  );
}

/** The API's message for a field of the check, whose path begins with the place of the criterion. */
const problemIn =
  (error: unknown) =>
  (field: string): string | undefined =>
    isTandemError(error)
      ? Object.entries(error.fields ?? {})
          .find(([path]) => path.includes(`.check.${field}`))?.[1]
          .join(', ')
      : undefined;
