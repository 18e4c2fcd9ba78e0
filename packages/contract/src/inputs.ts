import { dateProblem, LIMITS } from '@tandem/core';
import { z } from 'zod';

/**
 * What bodies hold. The core checks these limits (decision 5); here they are only told, so that a client
 * knows of them.
 */
const text = (limits: { minLength?: number; maxLength?: number; pattern?: string; description?: string }) =>
  z.string().meta(limits);

export const title = text({ minLength: 1, maxLength: LIMITS.title, description: 'Not blank' });
export const name = text({ minLength: 1, maxLength: LIMITS.name, description: 'Not blank' });
export const description = text({ maxLength: LIMITS.description });

/** Of a person or an agent. */
export const memberName = text({
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$',
  description: 'Unique among people and agents, in any case',
});

/** Names a member: by id, name or display name. */
export const memberReference = z.string().meta({ description: 'Id, name or display name of a member' });

export const email = z.string().meta({ format: 'email', maxLength: 254 });

export const labelName = text({ minLength: 1, maxLength: LIMITS.labelName });
export const labelNames = z
  .array(labelName)
  .meta({ maxItems: LIMITS.labels, description: 'Names of labels, in any case' });
export const tags = z.array(text({ minLength: 1, maxLength: LIMITS.tag })).meta({ maxItems: LIMITS.tags });

export const hexColor = text({ pattern: '^#[0-9A-Fa-f]{6}$' });

export const comment = text({ minLength: 1, maxLength: LIMITS.comment });
export const reason = text({ maxLength: LIMITS.reason, description: 'Told to whoever is notified' });
export const evidence = text({ minLength: 1, maxLength: LIMITS.evidence });

/** The filter of the task list that names a member. */
export const memberFilter = z.string().meta({ description: 'Name, in any case, or id of a member' });

/** What a person writes to an agent. */
export const messageBody = text({
  maxLength: LIMITS.chatMessage,
  description: 'May be empty only when `fileIds` is given',
});
export const replyBody = text({
  maxLength: LIMITS.reply,
  description: 'May be empty only when `fileIds` is given',
});
export const fileIds = z
  .array(z.string())
  .meta({ maxItems: LIMITS.filesPerMessage, description: 'Files uploaded before' });
export const chatTitle = text({ minLength: 1, maxLength: LIMITS.chatTitle });
export const idempotencyKey = text({
  minLength: 1,
  maxLength: 255,
  description: 'The same request under the same key is sent only once',
});

/** A whole number of at least 0. */
export const count = z.number().meta({ override: { type: 'integer', minimum: 0 } });

/** Unix milliseconds; that a date can hold them is the core's rule, and so is what it says of anything else. */
export const unixMs = z
  .number({ error: ({ input }) => (input === undefined ? undefined : dateProblem(input)) })
  .meta({ override: { type: 'integer' }, description: 'Unix time in milliseconds' });
