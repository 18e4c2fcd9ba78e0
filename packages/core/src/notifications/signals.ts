/** Raised when a member is mentioned. */
export const mentionTopic = (memberId: string): string => `mention ${memberId}`;
