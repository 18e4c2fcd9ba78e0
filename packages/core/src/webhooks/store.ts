import type { Page, PageSlice } from '../shared/page.ts';
import type { Delivery, DeliveryStatus } from './delivery.ts';
import type { Webhook } from './webhook.ts';

export interface WebhookStore {
  insert(webhook: Webhook): Promise<void>;
  update(webhook: Webhook): Promise<void>;
  /** Deletes the webhook; `clear` deletes its deliveries in batches. */
  remove(id: string): Promise<void>;
  byId(id: string): Promise<Webhook | null>;
  /** Newest first. */
  list(page: PageSlice): Promise<Page<Webhook>>;
  /** All, oldest first; there are few. */
  all(): Promise<readonly Webhook[]>;
  /**
   * Deletes up to `atMost` deliveries of deleted webhooks and from before a time; returns whether there may be more.
   */
  clear(before: number, atMost: number): Promise<boolean>;
}

export interface DeliveryStore {
  insert(delivery: Delivery): Promise<void>;
  /** Adds deliveries of events; an existing delivery of the same event starts over. */
  plan(deliveries: readonly Delivery[], now: number): Promise<void>;
  update(delivery: Delivery): Promise<void>;
  byId(webhookId: string, id: string): Promise<Delivery | null>;
  /** Newest first. */
  list(webhookId: string, status: DeliveryStatus | undefined, page: PageSlice): Promise<Page<Delivery>>;
  /** Up to `atMost` due deliveries, those due longest coming first; only tests with `testsAlone`. */
  due(webhookId: string, now: number, atMost: number, testsAlone: boolean): Promise<readonly Delivery[]>;
  /** Number of untried deliveries; counting stops at `atMost`. */
  countPending(webhookId: string, atMost: number): Promise<number>;
  /** Time of the next due delivery; null without one. */
  nextDue(webhookId: string, testsAlone: boolean): Promise<number | null>;
}
