import type { Event } from '@tandem/core';
import { iso } from '../http/iso.ts';

export const presentEvent = ({ actor, entity, ...event }: Event) => ({
  id: event.id,
  actorName: actor.name,
  actorType: actor.type,
  actorKeyOwner: actor.keyOwner,
  entityType: entity.type,
  entityId: entity.id,
  entityTitle: entity.title,
  action: event.action,
  field: event.field,
  oldValue: event.oldValue,
  newValue: event.newValue,
  createdAt: iso(event.createdAt),
});
