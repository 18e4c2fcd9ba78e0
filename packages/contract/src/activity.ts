import { ENTITY_TYPES } from '@tandem/core';
import * as z from 'zod';
import { callerType, id, timestamp } from './shapes.ts';

/** docs/rules.md, Activity. */
export const activityEntry = z
  .object({
    id,
    actorName: z.string(),
    actorType: callerType,
    /** Owner of the acting key that performed the action; null for other keys. */
    actorKeyOwner: z.string().nullable(),
    entityType: z.enum(ENTITY_TYPES),
    entityId: id,
    entityTitle: z.string(),
    action: z.string(),
    field: z.string().nullable(),
    oldValue: z.string().nullable(),
    newValue: z.string().nullable(),
    reason: z.string().nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'ActivityEntry' });
