import { HOME } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { Copyable } from '../../../ui/copyable.tsx';
import { OneTimeSecret } from '../parts/one-time-secret.tsx';
import type { NewAgentKey } from './agent-key.ts';
import { FirstSign } from './first-sign.tsx';
import { SetupLine } from './setup-line.tsx';

const words = () => strings().settings.agents;

/**
 * A new agent's key, and the lines that connect it. A shell's own `printf` passes the key to the worker, so that other
 * users of the machine don't see it in the list of processes.
 */
export function ConnectAgent({ agent, secret, onDone }: NewAgentKey & { onDone: () => void }) {
  const { name, displayName } = agent;
  const url = HOME.href.replace(/\/$/, '');
  const worker = `printf %s ${secret} | tandem agent run --url ${url} --agent ${name} --key-file - --exec 'COMMAND'`;
  const mcp = `claude mcp add --transport http --header "Authorization: Bearer ${secret}" tandem ${url}/mcp`;
  return (
    <OneTimeSecret
      title={words().connect(displayName)}
      hint={words().key}
      secret={secret}
      noun={strings().settings.keys.noun}
      onDone={onDone}
    >
      <SetupLine agent={name} />
      <p>{words().workerHint}</p>
      <Copyable text={worker} secret={secret} noun={words().workerNoun} />
      <p>{words().mcpHint}</p>
      <Copyable text={mcp} secret={secret} noun={words().mcpNoun} />
      <FirstSign agent={agent} />
    </OneTimeSecret>
  );
}
