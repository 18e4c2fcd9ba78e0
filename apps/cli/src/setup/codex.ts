import { parse, TomlError } from 'smol-toml';
import { CannotDo } from '../ending.ts';
import { asAgent } from './entries.ts';
import { sectionPart } from './section.ts';
import { agentsMd } from './texts.ts';
import type { Part, SetupAgent, Tool } from './tool.ts';

/** Codex starts servers with few variables: these too lead to a key. */
const VARIABLES = ['TANDEM_KEY', 'TANDEM_URL', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME'];

const list = (words: readonly string[]): string =>
  `[${words.map((word) => JSON.stringify(word)).join(', ')}]`;

/** A marked section at the end: a table of TOML ends with the next one, so it can follow anything. */
function configToml(agent: SetupAgent): Part {
  const part = sectionPart(
    '.codex/config.toml',
    [
      '[mcp_servers.tandem]',
      'command = "tandem"',
      `args = ${list(['mcp', ...asAgent(agent)])}`,
      `env_vars = ${list(VARIABLES)}`,
    ],
    ['# tandem:begin', '# tandem:end'],
    (others) => {
      const { mcp_servers: servers } = parsed(others) as { mcp_servers?: { tandem?: unknown } };
      if (servers?.tandem === undefined) return;
      throw new CannotDo('already has [mcp_servers.tandem]. Remove it, then try again.');
    },
  );
  return {
    ...part,
    add: (text) => {
      const added = part.add(text);
      parsed(added);
      return added;
    },
  };
}

function parsed(toml: string): object {
  try {
    return parse(toml.replace(/^\ufeff/, ''));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new CannotDo(`is not valid TOML at line ${error.line}. Fix it, then try again.`);
  }
}

export const codex: Tool = {
  title: 'Codex',
  parts: (agent) => [configToml(agent), agentsMd],
  start: 'codex',
  acp: 'npx @agentclientprotocol/codex-acp',
};
