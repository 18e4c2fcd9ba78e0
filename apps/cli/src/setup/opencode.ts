import { asAgent, serverEntry } from './entries.ts';
import { jsonPart } from './json.ts';
import { agentsMd } from './texts.ts';
import type { Tool } from './tool.ts';

/** OpenCode adds the schema to a file without it. */
const BLANK = '{\n  "$schema": "https://opencode.ai/config.json"\n}\n';

export const opencode: Tool = {
  title: 'OpenCode',
  parts: (agent) => [
    jsonPart(
      ['opencode.json', 'opencode.jsonc'],
      [serverEntry(['mcp'], { type: 'local', command: ['tandem', 'mcp', ...asAgent(agent)], enabled: true })],
      BLANK,
    ),
    agentsMd,
  ],
  start: 'opencode',
  acp: 'opencode acp',
};
