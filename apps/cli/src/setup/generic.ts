import { agentsMd } from './texts.ts';
import type { Tool } from './tool.ts';

/** Any agent with a shell that reads AGENTS.md. */
export const generic: Tool = {
  title: 'an agent with a shell',
  parts: () => [agentsMd],
  start: 'your agent',
};
