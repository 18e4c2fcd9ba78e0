import type { ToolKind } from '@agentclientprotocol/sdk';

/** Kinds of tools in the Agent Client Protocol. */
// biome-ignore format: a list
export const TOOL_KINDS = [
  'read', 'edit', 'delete', 'move', 'search', 'execute', 'think', 'fetch', 'switch_mode', 'other',
] as const satisfies readonly ToolKind[];
