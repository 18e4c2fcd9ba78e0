import { channelsWithout, kindsOff, type Preferences, type Stores } from '@tandem/core';
import { andThen } from '../../connection.ts';
import { entityOf, readersOf } from '../../entity.ts';
import { db, query } from '../../query.ts';
import { reading } from '../../reading.ts';
import { deleteFrom, insertInto, updateRow } from '../../rows.ts';
import type { Session } from '../../session.ts';
import type { Schema } from '../schema.ts';
import { preferences } from './tables.ts';

type Row = Readonly<Schema['preferences']>;

const insert = insertInto('preferences');
const update = updateRow('preferences', ['workspace_id', 'member_id']);
const remove = deleteFrom('preferences', ['workspace_id', 'member_id']);
const OF_MEMBER = query((p: { ws: string; memberId: string }) =>
  db
    .selectFrom('preferences')
    .selectAll()
    .where('workspace_id', '=', p.ws)
    .where('member_id', '=', p.memberId),
);

export function preferenceStore(session: Session): Stores['preferences'] {
  const { connection: on } = session;
  const ws = () => session.workspaceId;
  const { one } = reading(session.reportBadRow, 'preferences', ({ member_id }: Row) => member_id, decode);
  const row = (memberId: string, chosen: Preferences) => ({ ...encode(ws(), chosen), member_id: memberId });
  return {
    of: async (memberId) => andThen(OF_MEMBER.get(on, { ws: ws(), memberId }), one),
    save: async (memberId, after, before) => {
      if (before) update(on, row(memberId, after), row(memberId, before));
      else insert(on, row(memberId, after));
    },
    delete: async (member_id) => remove(on, { workspace_id: ws(), member_id }),
  };
}

const read = readersOf(preferences);

const { encode, decode } = entityOf<Preferences, Row>()(preferences, {
  unsaved: ['member_id'],
  columns: { notifications_off: (chosen) => JSON.stringify(kindsOff(chosen)) },
  fields: { notifications: (row) => channelsWithout(read.notifications_off(row)) },
});
