/** Raised when a turn ends. */
export const turnTopic = (turnId: string): string => `turn ${turnId}`;

/** Raised when a turn enters an agent's queue. */
export const queueTopic = (agentId: string): string => `queue ${agentId}`;
