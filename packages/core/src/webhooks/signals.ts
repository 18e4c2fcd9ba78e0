/** Raised when there is something to send other than a new event. */
export const webhooksTopic = (workspaceId: string): string => `webhooks ${workspaceId}`;
