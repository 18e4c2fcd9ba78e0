import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { showFields, useChange } from '../../ui/change.ts';

interface Edit<Thing, Body> {
  /** The query that holds the resource. */
  readonly queryKey: QueryKey;
  readonly send: (body: Body) => PromiseLike<Thing>;
  /** The fields that are shown before the server answers. */
  readonly shows: readonly (keyof Thing & keyof Body)[];
  /** The list that contains the resource: the first word of its query keys. */
  readonly list: string;
}

/** Edits fields: shown immediately, and reverted with the reason if the server refuses the change. */
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
