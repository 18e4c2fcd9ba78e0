import type { Check, Criterion } from '@tandem/client';
import { useRef } from 'react';
import { ConflictError } from '../../../api/conflict-error.ts';
import type { TaskNow } from '../../../api/queries/task.ts';
import { useCurrentMember, useMay } from '../../../api/queries/who.ts';
import { strings } from '../../../strings/index.ts';
import { useEdit } from './save.ts';

export type CheckDraft = Omit<Check, 'proposed'>;

/** Whether the person may set checks: a key that expires gains nothing that outlasts it (docs/rules.md, Lent keys). */
export function useMaySetChecks(): boolean {
  const may = useMay('tasks:write');
  return !useCurrentMember().hasExpiringKey && may;
}

/**
 * Sets, confirms or removes the check of a criterion. The API takes the whole list, in which the other criteria keep
 * their checks. A check that someone else has changed meanwhile is not overwritten.
 */
export function useCheckEdit(taskNumber: number, { id, check: before }: Criterion) {
  const { mutate, mutateAsync, isPending, error } = useEdit(taskNumber);
  /** A newer check that the person was told of: the next save replaces it. */
  const told = useRef<string | null>(null);
  const editOf = (check: CheckDraft | null) => ({
    bodyOf: ({ criteria }: TaskNow) => {
      const now = criteria.find((each) => each.id === id);
      if (!now) throw new Error(strings().checks.gone);
      const theirs = lineOf(now.check);
      if (theirs !== lineOf(before) && theirs !== told.current) {
        told.current = theirs;
        throw new ConflictError(strings().checks.check, theirs);
      }
      return {
        criteria: criteria.map((each) => ({
          id: each.id,
          text: each.text,
          ...(each.id === id && { check }),
        })),
      };
    },
  });
  return {
    isPending,
    error,
    save: (check: CheckDraft | null) => mutateAsync(editOf(check)),
    confirm: () => {
      if (!before) return;
      const { command, timeoutSeconds, protect } = before;
      mutate(editOf({ command, timeoutSeconds, protect }));
    },
  };
}

const lineOf = (check: Check | null): string =>
  check === null ? '' : [check.command, check.timeoutSeconds, ...check.protect].join(' ');
