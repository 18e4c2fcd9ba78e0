import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { isTandemError, messageOf } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './settings.module.css';

interface FormProps<Got> {
  readonly send: () => PromiseLike<Got>;
  readonly onDone: (got: Got) => void;
  readonly onCancel: () => void;
  /** Subjects to read again. */
  readonly reads: readonly string[];
  readonly submit: string;
  /** Renders the fields; `problem` returns the API's message for a field. */
  readonly children: (problem: (field: string) => string | undefined) => ReactNode;
}

/** A form that is sent as a whole. Errors are shown at their field or below all fields, and the input stays. */
export function Form<Got>({ send, onDone, onCancel, reads, submit, children }: FormProps<Got>) {
  const queries = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => send(),
    onSuccess: (got) => {
      for (const subject of reads) void queries.invalidateQueries({ queryKey: [subject] });
      onDone(got);
    },
  });
  const fields = isTandemError(error) ? error.fields : undefined;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      {children((field) => fields?.[field]?.join(', '))}
      {error && (
        <p role="alert" className={styles.problem}>
          {messageOf(error)}
        </p>
      )}
      <div className="beside">
        <Button primary type="submit" disabled={isPending}>
          {submit}
        </Button>
        <Button onClick={onCancel}>{strings().cancel}</Button>
      </div>
    </form>
  );
}
