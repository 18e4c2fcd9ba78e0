export { isNetwork } from './addresses.ts';
export type { Resolve } from './names.ts';
export { createWebhookSender, type WebhookSenderOptions } from './sender.ts';
