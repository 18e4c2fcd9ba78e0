import type { Call, Options } from '@tandem/client';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { expectUnchanged } from '../../api/conflict-error.ts';
import { updateIfMatch } from '../../api/update-if-match.ts';

interface Texts<Thing, Name extends string> {
  /** The query that holds the resource. */
  readonly queryKey: QueryKey;
  readonly read: () => Call<Thing>;
  readonly update: (strings: Partial<Record<Name, string | null>>, options: Options) => Call<Thing>;
}

/**
 * Save functions for each long text of a resource, as `LongText` calls them. They overwrite only the text that the
 * edit began with. An empty text is saved as null.
 */
export function useSaveText<
  Thing extends Readonly<Record<Name, string | null>>,
  Name extends 'description' | 'test',
>({ queryKey, read, update }: Texts<Thing, Name>) {
  const queries = useQueryClient();
  return (name: Name, what: string) => async (text: string, base: string) => {
    const to = { [name]: text.trim() === '' ? null : text } as Partial<Record<Name, string | null>>;
    const thing = await updateIfMatch(
      () => read().withResponse(),
      async ({ data }, options) => {
        expectUnchanged(what, base, data[name] ?? '');
        return update(to, options);
      },
    );
    queries.setQueryData(queryKey, thing);
  };
}
