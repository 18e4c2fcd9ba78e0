import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { isRefused, messageOf } from '../api/tandem.ts';
import { type Toast, toast } from './toasts.ts';

interface Change<Variables, Result> {
  /** Sends it. */
  readonly send: (variables: Variables) => PromiseLike<Result>;
  /** Shows the change before the server has answered; returns a function that reverts it. */
  readonly optimistic?: (variables: Variables) => () => void;
  /** The success message, with Undo where possible; omit it if the result is visible. */
  readonly successMessage?: ((response: Result, variables: Variables) => string | Toast) | undefined;
  /**
   * Queries to read again, even after a refusal, because the data may have changed: subjects (the first words of
   * query keys) or longer key prefixes. Events refresh most of them too, but later.
   */
  readonly invalidates?: readonly (string | QueryKey)[];
  readonly onDone?: (response: Result, variables: Variables) => void;
  /** Returns whether it has shown the failure; otherwise a toast does. */
  readonly onFailed?: ((error: Error) => boolean) | undefined;
}

/** A mutation made by a person: reports its result, and reverts a refused change with the reason. */
export function useChange<Variables = void, Result = unknown>({
  send,
  optimistic,
  successMessage,
  invalidates = [],
  onDone,
  onFailed,
}: Change<Variables, Result>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (variables: Variables) => send(variables),
    onMutate: (variables) => optimistic?.(variables),
    onSuccess: (response, variables) => {
      const message = successMessage?.(response, variables);
      if (message !== undefined) toast(typeof message === 'string' ? { text: message } : message);
      onDone?.(response, variables);
    },
    onError: (error, _, revert) => {
      revert?.();
      if (!onFailed?.(error)) toast({ tone: 'bad', text: messageOf(error) });
    },
    onSettled: (_, error) => {
      if (error && !isRefused(error)) return;
      for (const each of invalidates)
        void queries.invalidateQueries({ queryKey: typeof each === 'string' ? [each] : each });
    },
  });
}

/** All queries, for changes whose effects are unknown. */
export const EVERYTHING: readonly QueryKey[] = [[]];

/**
 * Applies fields to a cached query optimistically, for `shows` of a change. Cancels readings under way, because they
 * hold the old values.
 */
export function showFields<Thing extends object>(
  queries: QueryClient,
  queryKey: QueryKey,
  fields: Partial<Thing>,
): () => void {
  void queries.cancelQueries({ queryKey, exact: true });
  const before = queries.getQueryData<Thing>(queryKey);
  const show = (some: Partial<Thing>) =>
    queries.setQueryData<Thing>(queryKey, (now) => now && { ...now, ...some });
  show(fields);
  return () => {
    const names = Object.keys(fields) as (keyof Thing)[];
    if (before) show(Object.fromEntries(names.map((name) => [name, before[name]])) as Partial<Thing>);
    void queries.invalidateQueries({ queryKey, exact: true });
  };
}
