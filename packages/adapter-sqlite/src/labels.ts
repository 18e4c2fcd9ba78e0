import type { Label, LabelColor, Stores } from '@tandem/core';
import { fold, pageOf } from '@tandem/core';
import { db, query } from './query.ts';
import { deleteFrom, insertInto, updateRow } from './rows.ts';
import type { Schema } from './schema.ts';
import type { Session } from './session.ts';

const insert = insertInto('labels');
const update = updateRow('labels', ['workspace_id', 'id']);
const remove = deleteFrom('labels', ['workspace_id', 'id']);

const BY_ID = query((p: { ws: string; id: string }) =>
  db.selectFrom('labels').selectAll().where('workspace_id', '=', p.ws).where('id', '=', p.id),
);
const BY_NAME = query((p: { ws: string; nameKey: string }) =>
  db.selectFrom('labels').selectAll().where('workspace_id', '=', p.ws).where('name_key', '=', p.nameKey),
);
const LIST = query((p: { ws: string; after: string; limit: number }) =>
  db
    .selectFrom('labels')
    .selectAll()
    .where('workspace_id', '=', p.ws)
    .where('name_key', '>', p.after)
    .orderBy('name_key')
    .limit(p.limit),
);

export function labelStore(session: Session): Stores['labels'] {
  const { connection: on } = session;
  const ws = () => session.workspaceId;
  return {
    insert: async (label) => insert(on, encode(ws(), label)),
    update: async (label) => {
      update(on, encode(ws(), label));
    },
    delete: async ({ id }) => remove(on, { workspace_id: ws(), id }),
    byId: async (id) => decodeOrNull(BY_ID.get(on, { ws: ws(), id })),
    byName: async (name) => decodeOrNull(BY_NAME.get(on, { ws: ws(), nameKey: fold(name) })),
    list: async ({ limit, after }) => {
      const rows = LIST.all(on, { ws: ws(), after: String(after ?? ''), limit: limit + 1 });
      const page = pageOf(rows, limit, ({ name_key }) => name_key);
      return { ...page, items: page.items.map(decode) };
    },
  };
}

const encode = (workspaceId: string, { id, name, color }: Label): Schema['labels'] => ({
  workspace_id: workspaceId,
  id,
  name,
  name_key: fold(name),
  color,
});

const decode = ({ id, name, color }: Schema['labels']): Label => ({ id, name, color: color as LabelColor });

const decodeOrNull = (row: Schema['labels'] | undefined) => (row ? decode(row) : null);
