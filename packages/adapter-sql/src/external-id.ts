import { type ExternalId, externalIdOf, externalKeyOf } from '@tandem/core';
import { Unreadable } from './columns.ts';
import { nullable, text } from './table.ts';

/** The columns of an entity that may have an external id; `external_id` is `<source>:<id>`. */
export const EXTERNAL_ID = { external_id: nullable(text), external_url: nullable(text) };

interface Stored {
  readonly external_id: string | null;
  readonly external_url: string | null;
}

type Holder = { readonly externalId: ExternalId | null };

export const externalIdColumns = {
  external_id: externalKeyOf,
  external_url: ({ externalId }: Holder) => externalId?.url ?? null,
};

export function decodeExternalId({ external_id: key, external_url: url }: Stored): ExternalId | null {
  if (key === null) return null;
  if (!key.includes(':')) throw new Unreadable('external_id is not <source>:<id>');
  return externalIdOf(key, url);
}
