import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { isTandemError, messageOf } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './settings.module.css';

export interface FormState<Draft> {
  readonly draft: Draft;
  /** The value of a field, and the API's message for it. */
  readonly field: <Name extends keyof Draft & string>(
    name: Name,
  ) => {
    readonly value: Draft[Name];
    readonly onChange: (value: Draft[Name]) => void;
    readonly problem: string | undefined;
  };
}

interface FormProps<Draft, Result> {
  readonly initial: Draft;
  readonly send: (draft: Draft) => PromiseLike<Result>;
  readonly onDone: (response: Result) => void;
  readonly onCancel: () => void;
  /** Subjects to read again. */
  readonly invalidates: readonly string[];
  readonly submit: string;
  readonly children: (form: FormState<Draft>) => ReactNode;
}

/** A form that is sent as a whole. Errors are shown at their field or below all fields, and the input stays. */
export function Form<Draft, Result>(props: FormProps<Draft, Result>) {
  const { initial, send, onDone, onCancel, invalidates, submit, children } = props;
  const [draft, setDraft] = useState(initial);
  const queries = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => send(draft),
    onSuccess: (response) => {
      for (const subject of invalidates) void queries.invalidateQueries({ queryKey: [subject] });
      onDone(response);
    },
  });
  const problems = isTandemError(error) ? error.fields : undefined;
  const field: FormState<Draft>['field'] = (name) => ({
    value: draft[name],
    onChange: (value) => setDraft((before) => ({ ...before, [name]: value })),
    problem: problems?.[name]?.join(', '),
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      {children({ draft, field })}
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
