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
  /** Subjects that are read anew. */
  readonly reads: readonly string[];
  readonly submit: string;
  /** What is wrong with a field, in the API's words, by the field's name. */
  readonly children: (problem: (field: string) => string | undefined) => ReactNode;
}

/** Fields that are sent together. What is refused is told at its field or below them all, and what was typed stays. */
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
      <div className={styles.actions}>
        <Button primary type="submit" disabled={isPending}>
          {submit}
        </Button>
        <Button onClick={onCancel}>{strings.cancel}</Button>
      </div>
    </form>
  );
}
