import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Toast, toast } from '../ui/toasts.ts';
import { isRefused, messageOf } from './tandem.ts';

interface Change<Given, Got> {
  /** Sends it. */
  readonly send: (given: Given) => PromiseLike<Got>;
  /** Shows it before the server has answered; what comes back takes that back. */
  readonly shows?: (given: Given) => () => void;
  /** What it came to, in words, and how it is undone where it can be; nothing is said where one sees it. */
  readonly said?: ((got: Got, given: Given) => string | Toast) | undefined;
  /**
   * What is read anew, also when it is refused, for something else may be there by now: subjects, which are the first words
   * of their queries' keys, or longer beginnings of keys. Events tell of most of them as well, later.
   */
  readonly reads?: readonly (string | QueryKey)[];
  readonly onDone?: (got: Got, given: Given) => void;
}

/** Something that a person changes: what comes of it is told, and what was refused is taken back with its reason. */
export function useChange<Given = void, Got = unknown>({
  send,
  shows,
  said,
  reads = [],
  onDone,
}: Change<Given, Got>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (given: Given) => send(given),
    onMutate: (given) => shows?.(given),
    onSuccess: (got, given) => {
      const told = said?.(got, given);
      if (told !== undefined) toast(typeof told === 'string' ? { text: told } : told);
      onDone?.(got, given);
    },
    onError: (error, _, takeBack) => {
      takeBack?.();
      toast({ tone: 'bad', text: messageOf(error) });
    },
    onSettled: (_, error) => {
      if (error && !isRefused(error)) return;
      for (const each of reads)
        void queries.invalidateQueries({ queryKey: typeof each === 'string' ? [each] : each });
    },
  });
}

/** All that is shown, where nobody knows what else a change concerns. */
export const EVERYTHING: readonly QueryKey[] = [[]];

/**
 * Shows fields of what is kept under a key as they will be, for `shows` of a change. What is being read of it was so before,
 * and is not waited for.
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
