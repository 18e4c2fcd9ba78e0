/** Raised when an event has been recorded in a workspace. */
export const eventsTopic = (workspaceId: string): string => `events ${workspaceId}`;
