import { isEventType, TYPES_PROBLEM } from '../events/filter.ts';
import type { EventType } from '../events/types.ts';
import type { MemberRef } from '../members/member.ts';
import { LIMITS, type Problem, textProblem, urlProblem } from '../shared/text.ts';
import { MAX_WAIT_MS } from './delivery.ts';
import type { AttemptOutcome } from './sender.ts';

/** Why a webhook was disabled, unless an admin has done it. */
export const DISABLED_REASONS = ['gone', 'failing', 'creator'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** An endpoint that is sent events (docs/rules.md, Webhooks). */
export interface Webhook {
  readonly id: string;
  readonly url: string;
  /** `*` stands for all. */
  readonly types: readonly (EventType | '*')[];
  readonly description: string | null;
  readonly enabled: boolean;
  readonly disabledReason: DisabledReason | null;
  /** What it may be told of is what this member would see. */
  readonly creator: MemberRef;
  /** `whsec_…`. Never shown but once. */
  readonly secret: string;
  /** The one before, which signs as well for a day. */
  readonly oldSecret: { readonly secret: string; readonly until: number } | null;
  /** Deliveries have been made of every event up to this number. */
  readonly position: number;
  /** Since when no attempt has succeeded; null when the last one did. */
  readonly failingSince: number | null;
  /** Until when its endpoint has asked to be sent nothing. */
  readonly notBefore: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Webhooks of one workspace. */
export const MAX_WEBHOOKS = 50;
/** For how long the secret before signs as well, in milliseconds. */
export const OLD_SECRET_MS = 24 * 60 * 60_000;
/** A webhook that has failed for so long is disabled, in milliseconds. */
export const FAILING_MS = 5 * 24 * 60 * 60_000;

export interface NewWebhook {
  readonly url: string;
  readonly types: readonly string[];
  readonly description?: string | null | undefined;
}

/** Only the given fields change. */
export interface WebhookChange {
  readonly url?: string | undefined;
  readonly types?: readonly string[] | undefined;
  readonly description?: string | null | undefined;
  readonly enabled?: boolean | undefined;
}

/** What is wrong with the fields, as far as texts tell it; whether a URL can be sent to, the sender says. */
export const webhookProblems = (input: WebhookChange): Record<string, Problem> => ({
  url: urlProblem(input.url),
  types: typesProblem(input.types),
  description: textProblem(input.description, LIMITS.title),
});

function typesProblem(types: readonly string[] | undefined): Problem {
  if (types === undefined) return undefined;
  if (types.length === 0) return 'must be at least one type of events, or *';
  return types.every(isEventType) ? undefined : TYPES_PROBLEM;
}

/** Each once; `*` alone where it is among them. */
export const tidyTypes = (types: readonly string[]): Webhook['types'] =>
  (types.includes('*') ? ['*'] : [...new Set(types)]) as Webhook['types'];

/** As the log names it: by the host, for the rest of its address may hold a secret. */
export const webhookEntity = ({ id, url }: Webhook) =>
  ({ type: 'webhook', id, title: new URL(url).host }) as const;

/**
 * What an attempt says of the endpoint. One at a test is no failure of it; one that was begun before the endpoint asked
 * to wait (`waitedFor` is what it had asked for by then) does not end the wait.
 */
export function afterOutcome(
  webhook: Webhook,
  { seq, waitedFor }: { readonly seq: number | null; readonly waitedFor: number | null },
  { ok, retryAfterMs }: AttemptOutcome,
  now: number,
): Webhook {
  const since = ok ? null : (webhook.failingSince ?? now);
  const failingSince = seq === null ? webhook.failingSince : since;
  let { notBefore } = webhook;
  if (ok && notBefore === waitedFor) notBefore = null;
  if (!ok && retryAfterMs !== null) {
    notBefore = Math.max(notBefore ?? 0, now + Math.min(retryAfterMs, MAX_WAIT_MS));
  }
  const changes = failingSince !== webhook.failingSince || notBefore !== webhook.notBefore;
  return changes ? { ...webhook, failingSince, notBefore } : webhook;
}

/** The secrets that sign now, the newest first. */
export const secretsAt = ({ secret, oldSecret }: Webhook, now: number): readonly string[] =>
  oldSecret && oldSecret.until > now ? [secret, oldSecret.secret] : [secret];

/** How the inbox calls a webhook that was disabled. */
export const inboxRefOf = (id: string): string => `webhook ${id}`;

/** The webhook that an entry of the inbox is about; null for another. */
export const syncInboxForWebhook = (ref: string): string | null =>
  ref.startsWith('webhook ') ? ref.slice('webhook '.length) : null;
