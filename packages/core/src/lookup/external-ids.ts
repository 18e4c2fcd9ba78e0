import { type ExternalId, type ExternalKey, externalKey } from '../shared/external-id.ts';
import { EMPTY_PAGE, type Page, type PageSlice } from '../shared/page.ts';
import { Refusal } from '../shared/refusal.ts';

/** An entity that may have an external id. */
interface Holder {
  readonly id: string;
  readonly taskNumber?: number | undefined;
  readonly externalId: ExternalId | null;
}

/** Finds entities of one kind. */
interface Holders<H extends Holder> {
  byExternalId(key: ExternalKey): Promise<H | null>;
}

/** 409 EXTERNAL_ID_TAKEN, with the holder, unless the external id is unchanged or free. */
export async function checkExternalIdFree(
  store: Holders<Holder>,
  after: ExternalId | null,
  before: ExternalId | null = null,
): Promise<void> {
  if (after === null || (before !== null && externalKey(before) === externalKey(after))) return;
  const holder = await store.byExternalId(externalKey(after));
  if (!holder) return;
  const { id, taskNumber } = holder;
  throw new Refusal(
    'EXTERNAL_ID_TAKEN',
    'Another one has this external id. Change that one, or use another id.',
    {
      details: { id, ...(taskNumber !== undefined && { taskNumber }) },
    },
  );
}

/** A list filtered by an external id: the one entity that has it and meets the other filters. */
export async function pageByExternalId<H extends Holder, Wanted extends H>(
  store: Holders<H>,
  key: ExternalKey,
  { after }: PageSlice,
  isWanted: (entity: H) => entity is Wanted,
): Promise<Page<Wanted>> {
  const found = after === undefined ? await store.byExternalId(key) : null;
  return found && isWanted(found) ? { items: [found], positions: [found.id], next: null } : EMPTY_PAGE;
}
