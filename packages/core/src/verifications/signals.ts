/** Raised when a verification becomes pending. */
export const verificationsTopic = (workspaceId: string): string => `verifications ${workspaceId}`;
