import type { ActivityEntry } from '@tandem/core';
import { iso } from '../http/iso.ts';

export const presentEntry = ({ actor, entity, ...entry }: ActivityEntry) => ({
  id: entry.id,
  actorName: actor.name,
  actorType: actor.type,
  actorKeyOwner: actor.keyOwner,
  entityType: entity.type,
  entityId: entity.id,
  entityTitle: entity.title,
  action: entry.action,
  field: entry.field,
  oldValue: entry.oldValue,
  newValue: entry.newValue,
  reason: entry.reason,
  createdAt: iso(entry.createdAt),
});
