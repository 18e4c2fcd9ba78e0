import { asAgent, serverEntry } from './entries.ts';
import { jsonPart } from './json.ts';
import { agentsMd } from './texts.ts';
import type { Tool } from './tool.ts';

export const gemini: Tool = {
  title: 'Gemini CLI',
  parts: (agent) => [
    jsonPart(
      ['.gemini/settings.json'],
      [
        serverEntry(['mcpServers'], {
          command: 'tandem',
          args: ['mcp', ...asAgent(agent)],
          // Gemini CLI removes variables that look like secrets; an unset one becomes empty, which counts as unset.
          env: { TANDEM_KEY: '$TANDEM_KEY' },
        }),
        {
          path: ['context', 'fileName'],
          value: 'AGENTS.md',
          isItem: true,
          // By default, Gemini CLI reads only the first of these.
          initial: ['GEMINI.md', 'AGENTS.md'],
          owns: (found) => found === 'AGENTS.md',
        },
      ],
    ),
    agentsMd,
  ],
  start: 'gemini',
  acp: 'gemini --acp',
};
