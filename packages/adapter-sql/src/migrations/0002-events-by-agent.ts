/** The index of events by actor keeps only those of agents, whose activity is the only one listed by actor. */
export const eventsByAgent = `
DROP INDEX events_by_actor;
CREATE INDEX events_by_agent ON events (workspace_id, actor_id, seq, entries)
  WHERE entries > 0 AND actor_type = 'agent';
`;
