/** Names of the coding agents, without loading what their setup needs. */
export const TOOL_NAMES = ['claude', 'codex', 'gemini', 'opencode', 'generic'] as const;

export type ToolName = (typeof TOOL_NAMES)[number];
