export { createWebhookSender as webhooks, type WebhookSenderOptions } from '@tandem/adapter-webhooks';
