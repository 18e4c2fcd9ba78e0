const CHANGES: readonly string[] = [];

/** What runs of coding agents need. */
export const codingAgents = CHANGES.join('\n');
