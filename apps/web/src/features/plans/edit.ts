import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../api/tandem.ts';
import { toast } from '../../ui/toasts.ts';

interface Edit<Thing, Body> {
  /** Under which the thing is kept. */
  readonly queryKey: QueryKey;
  readonly send: (body: Body) => PromiseLike<Thing>;
  /** What of a change is shown before it is answered. */
  readonly shows: readonly (keyof Thing & keyof Body)[];
  /** The list that the thing is in: the first word of its queries' keys. */
  readonly list: string;
}

/** A change of a thing's fields: shown at once, and as it was again, with the reason, when the server says no. */
export function useEdit<Thing extends object, Body extends object>({
  queryKey,
  send,
  shows,
  list,
}: Edit<Thing, Body>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: Body) => send(body),
    onMutate: async (body) => {
      await queries.cancelQueries({ queryKey, exact: true });
      const before = queries.getQueryData<Thing>(queryKey);
      const shown = Object.fromEntries(
        shows.filter((name) => name in body).map((name) => [name, body[name]]),
      );
      if (before) queries.setQueryData<Thing>(queryKey, { ...before, ...shown });
      return before;
    },
    onSuccess: (thing) => {
      queries.setQueryData<Thing>(queryKey, thing);
      void queries.invalidateQueries({ queryKey: [list] });
    },
    onError: (error, _, before) => {
      if (before) queries.setQueryData<Thing>(queryKey, before);
      toast({ tone: 'bad', text: messageOf(error) });
    },
  });
}
