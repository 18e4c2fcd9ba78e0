import { HOME } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { Copyable } from '../../../ui/copyable.tsx';
import { OneTimeSecret } from '../parts/one-time-secret.tsx';
import type { NewAgentKey } from './agent-key.ts';

const words = () => strings().settings.agents;

/**
 * A new agent's key and the commands to connect it. The commands don't contain the key, because other users can see
 * command lines.
 */
export function ConnectAgent({
  agent: { name, displayName },
  secret,
  onDone,
}: NewAgentKey & { onDone: () => void }) {
  const url = HOME.href.replace(/\/$/, '');
  return (
    <OneTimeSecret
      title={words().connect(displayName)}
      hint={words().key}
      secret={secret}
      noun={strings().settings.keys.noun}
      onDone={onDone}
    >
      <p>{words().workerHint}</p>
      <Copyable
        text={`tandem agent run --url ${url} --agent ${name} --key-file key.txt --exec 'COMMAND'`}
        noun={strings().agents.command}
      />
      <p>{words().mcpHint}</p>
      <Copyable
        text={`claude mcp add --transport http --header "Authorization: Bearer $TANDEM_KEY" tandem ${url}/mcp`}
        noun={strings().agents.command}
      />
    </OneTimeSecret>
  );
}
