/** Woken when a turn ends. */
export const turnTopic = (turnId: string): string => `turn ${turnId}`;

/** Woken when a turn stands in an agent's queue. */
export const queueTopic = (agentId: string): string => `queue ${agentId}`;
