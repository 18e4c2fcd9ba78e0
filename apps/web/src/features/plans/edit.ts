import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { showFields, useChange } from '../../api/change.ts';

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
  return useChange({
    send,
    shows: (body: Body) => {
      const shown = shows.filter((name) => name in body).map((name) => [name, body[name]]);
      return showFields<Thing>(queries, queryKey, Object.fromEntries(shown) as Partial<Thing>);
    },
    onDone: (thing) => queries.setQueryData<Thing>(queryKey, thing),
    reads: [list],
  });
}
