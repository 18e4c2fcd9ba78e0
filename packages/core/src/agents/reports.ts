import { invalid } from '../shared/refusal.ts';

/** Maximum length of a chain of reports. */
export const MAX_LEVELS = 1_000;

/**
 * Checks the members above an agent, called for each from its new manager upward: 400 when the agent would report to
 * itself, for a cycle of reports and for a chain that is too long (docs/rules.md, Agents).
 */
export function managerCheck(agentId: string): (managerId: string) => void {
  const passed = new Set<string>();
  return (managerId) => {
    if (managerId === agentId) throw invalid({ reportsTo: 'would make the agent report to itself' });
    // Use cases never create such a cycle, but a damaged database may contain one.
    if (passed.has(managerId))
      throw invalid({ reportsTo: 'names a member in a cycle of reports; break that cycle first' });
    passed.add(managerId);
    if (passed.size > MAX_LEVELS)
      throw invalid({ reportsTo: `would make a chain of more than ${MAX_LEVELS} reports` });
  };
}
