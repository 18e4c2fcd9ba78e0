import type { Call, Options } from '@tandem/client';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { Overtaken } from '../../api/overtaken.ts';
import { isTandemError } from '../../api/tandem.ts';
import { texts } from '../../app/texts/index.ts';

/** How often a change is made anew, because something else has changed in between. */
const TRIES = 5;

interface TextOf<Thing> {
  /** What is changed, in small letters. */
  readonly what: string;
  /** What it was made from. */
  readonly base: string;
  readonly read: () => Call<Thing>;
  readonly textOf: (thing: Thing) => string | null;
  readonly send: (options: Options) => Call<Thing>;
}

/**
 * Saves a text over what it was made from, and over nothing else: the server takes it only for the state that was read.
 * Throws `Overtaken` where somebody else has changed the text.
 */
export async function saveText<Thing>({ what, base, read, textOf, send }: TextOf<Thing>): Promise<Thing> {
  for (let tries = 1; ; tries++) {
    const { data, etag } = await read().withResponse();
    const theirs = textOf(data) ?? '';
    if (theirs !== base) throw new Overtaken(texts.overtaken.said(what), theirs);
    try {
      return await send(etag === undefined ? {} : { ifMatch: etag });
    } catch (error) {
      const isOvertaken = isTandemError(error) && error.code === 'PRECONDITION_FAILED';
      if (!isOvertaken || tries === TRIES) throw error;
    }
  }
}

interface Texts<Thing, Name extends string> {
  /** Under which the thing is kept. */
  readonly queryKey: QueryKey;
  readonly read: () => Call<Thing>;
  readonly update: (texts: Partial<Record<Name, string | null>>, options: Options) => Call<Thing>;
}

/** How each long text of a thing is saved, as `LongText` sends it; an empty one is none. */
export function useSaveText<
  Thing extends Readonly<Record<Name, string | null>>,
  Name extends 'description' | 'test',
>({ queryKey, read, update }: Texts<Thing, Name>) {
  const queries = useQueryClient();
  return (name: Name, what: string) => async (text: string, base: string) => {
    const to = { [name]: text.trim() === '' ? null : text } as Partial<Record<Name, string | null>>;
    const textOf = (thing: Thing) => thing[name];
    const thing = await saveText({ what, base, read, textOf, send: (options) => update(to, options) });
    queries.setQueryData(queryKey, thing);
  };
}
