import type { Page, PageSlice } from '../shared/page.ts';
import type { Delivery, DeliveryStatus } from './delivery.ts';
import type { Webhook } from './webhook.ts';

export interface WebhookStore {
  insert(webhook: Webhook): Promise<void>;
  update(webhook: Webhook): Promise<void>;
  /** It is gone for everybody; what was delivered of it goes in portions, with `clear`. */
  remove(id: string): Promise<void>;
  byId(id: string): Promise<Webhook | null>;
  /** Newest first. */
  list(page: PageSlice): Promise<Page<Webhook>>;
  /** All, oldest first: there are not many. */
  all(): Promise<readonly Webhook[]>;
  /** Removes so many deliveries at most of webhooks that are gone, and those from before a time; returns whether there may be more. */
  clear(before: number, atMost: number): Promise<boolean>;
}

export interface DeliveryStore {
  insert(delivery: Delivery): Promise<void>;
  /** Adds deliveries of events; of one that there is already the one that is there begins anew. */
  plan(deliveries: readonly Delivery[], now: number): Promise<void>;
  update(delivery: Delivery): Promise<void>;
  byId(webhookId: string, id: string): Promise<Delivery | null>;
  /** Newest first. */
  list(webhookId: string, status: DeliveryStatus | undefined, page: PageSlice): Promise<Page<Delivery>>;
  /** Those that are due, the longest first, so many at most; only tests where `testsAlone`. */
  due(webhookId: string, now: number, atMost: number, testsAlone: boolean): Promise<readonly Delivery[]>;
  /** How many have not been tried yet, up to so many. */
  countPending(webhookId: string, atMost: number): Promise<number>;
  /** When the next one is due; null when none is. */
  nextDue(webhookId: string, testsAlone: boolean): Promise<number | null>;
}
