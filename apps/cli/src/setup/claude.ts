import { asAgent, serverEntry } from './entries.ts';
import { type Entry, jsonPart } from './json.ts';
import { agentsMd, claudeMd } from './texts.ts';
import type { SetupAgent, Tool } from './tool.ts';

/** Claude Code starts an array item's hooks for each event without a matcher. */
function hook(event: string, words: readonly string[], agent: SetupAgent, timeout: number): Entry {
  const command = (last: readonly string[]) => ['tandem', ...words, ...last].map(quoted).join(' ');
  return {
    path: ['hooks', event],
    isItem: true,
    value: { hooks: [{ type: 'command', command: command(asAgent(agent)), timeout }] },
    owns: (found) => {
      const { hooks } = (found ?? {}) as { hooks?: readonly { command?: string }[] };
      return hooks?.length === 1 && hooks[0]?.command?.startsWith(`${command([])} `) === true;
    },
  };
}

const quoted = (word: string): string =>
  /^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** Claude Code ends a session after 1.5 seconds, unless a hook asks for more. */
const TIMEOUT_SECONDS = 10;

export const claude: Tool = {
  title: 'Claude Code',
  parts: (agent) => [
    jsonPart(
      ['.mcp.json'],
      [serverEntry(['mcpServers'], { command: 'tandem', args: ['mcp', ...asAgent(agent)] })],
    ),
    jsonPart(
      ['.claude/settings.json'],
      [
        hook('SessionStart', ['prime'], agent, TIMEOUT_SECONDS),
        hook('SessionEnd', ['work', 'release', '--session'], agent, TIMEOUT_SECONDS),
      ],
    ),
    agentsMd,
    claudeMd,
  ],
  start: 'claude',
  acp: 'npx @agentclientprotocol/claude-agent-acp',
};
