import type { FieldTexts } from '../events/event.ts';
import { isEventType, TYPES_PROBLEM } from '../events/filter.ts';
import type { EventType } from '../events/types.ts';
import type { MemberRef } from '../members/member.ts';
import { LIMITS, type Problem, textProblem, urlProblem } from '../shared/text.ts';
import type { AttemptOutcome } from './attempt.ts';
import { MAX_WAIT_MS } from './delivery.ts';

/** Reasons for disabling a webhook other than by an admin. */
export const DISABLED_REASONS = ['gone', 'failing', 'creator'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** An endpoint that receives events (docs/rules.md, Webhooks). */
export interface Webhook {
  readonly id: string;
  readonly url: string;
  /** `*` matches all. */
  readonly types: readonly (EventType | '*')[];
  readonly description: string | null;
  readonly enabled: boolean;
  readonly disabledReason: DisabledReason | null;
  /** The webhook sees what this member would see. */
  readonly creator: MemberRef;
  /** `whsec_…`. Shown only once. */
  readonly secret: string;
  /** The previous secret, which also signs for a day. */
  readonly oldSecret: { readonly secret: string; readonly until: number } | null;
  /** Deliveries have been planned for all events up to this number. */
  readonly position: number;
  /** Time of the first failure since the last success; null without one. */
  readonly failingSince: number | null;
  /** The endpoint has asked to receive nothing before this time. */
  readonly notBefore: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Maximum webhooks per workspace. */
export const MAX_WEBHOOKS = 50;
/** How long the previous secret also signs, in milliseconds. */
export const OLD_SECRET_MS = 24 * 60 * 60_000;
/** Time of continuous failure after which a webhook is disabled, in milliseconds. */
const FAILING_MS = 5 * 24 * 60 * 60_000;

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

/** Problems of the fields; the sender checks whether the URL can be sent to. */
export const webhookProblems = (input: WebhookChange): Record<string, Problem> => ({
  url: urlProblem(input.url),
  types: typesProblem(input.types),
  description: textProblem(input.description, LIMITS.title),
});

function typesProblem(types: readonly string[] | undefined): Problem {
  if (types === undefined) return undefined;
  if (types.length === 0) return 'must be at least one event type, or *';
  return types.every(isEventType) ? undefined : TYPES_PROBLEM;
}

/** Without duplicates; only `*` if it is among them. */
export const normalizeTypes = (types: readonly string[]): Webhook['types'] =>
  (types.includes('*') ? ['*'] : [...new Set(types)]) as Webhook['types'];

/** The webhook in the log, by host: the rest of its address may contain a secret. */
export const webhookEntity = ({ id, url }: Webhook) =>
  ({ type: 'webhook', id, title: new URL(url).host }) as const;

/**
 * Applies the outcome of an attempt to the webhook. Failed tests do not count; an attempt that started before the
 * endpoint asked to wait (`waitedFor` is the wait known by then) does not end the wait.
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

/** The reason to disable an enabled webhook after an attempt; null for none. `webhook` is its state after the attempt. */
export function disabledAfter(
  { failingSince }: Pick<Webhook, 'failingSince'>,
  { ok, code }: Pick<AttemptOutcome, 'ok' | 'code'>,
  now: number,
): DisabledReason | null {
  if (ok) return null;
  if (code === 410) return 'gone';
  return failingSince !== null && now - failingSince >= FAILING_MS ? 'failing' : null;
}

/** Whether the endpoint receives only tests now, which are requested by hand: it is disabled, or asked to wait. */
export const receivesOnlyTests = (
  { enabled, notBefore }: Pick<Webhook, 'enabled' | 'notBefore'>,
  now: number,
): boolean => !enabled || (notBefore ?? 0) > now;

/** The secrets that sign now, newest first. */
export const secretsAt = ({ secret, oldSecret }: Webhook, now: number): readonly string[] =>
  oldSecret && oldSecret.until > now ? [secret, oldSecret.secret] : [secret];

/** The inbox reference of a disabled webhook. */
export const inboxRefOf = (id: string): string => `webhook ${id}`;

/** The webhook id in an inbox reference, or null. */
export const webhookIdInInboxRef = (ref: string): string | null =>
  ref.startsWith('webhook ') ? ref.slice('webhook '.length) : null;

/** The fields in the log. The address is recorded only as changed, because it may contain a secret. */
export const WEBHOOK_TEXTS: FieldTexts<Webhook, WebhookChange> = {
  url: (webhook) => webhook.url,
  types: (webhook) => webhook.types.join(', '),
  description: (webhook) => webhook.description,
  enabled: (webhook) => String(webhook.enabled),
};
