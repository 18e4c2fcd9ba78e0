/** Raised when something is to be sent that no event has brought about. */
export const webhooksTopic = (workspaceId: string): string => `webhooks ${workspaceId}`;
