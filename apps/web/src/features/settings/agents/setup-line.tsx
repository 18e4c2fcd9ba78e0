import { HOME } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { Copyable } from '../../../ui/copyable.tsx';

/** The line that connects a coding agent in its repository, and creates the agent if needed. */
export function SetupLine({ agent }: { readonly agent?: string }) {
  const { setupHint, setupNoun } = strings().settings.agents;
  const url = HOME.href.replace(/\/$/, '');
  const line = `tandem login --url ${url} && tandem agent setup claude${agent ? ` --agent ${agent}` : ''}`;
  return (
    <>
      <p>{setupHint}</p>
      <Copyable text={line} noun={setupNoun} />
    </>
  );
}
