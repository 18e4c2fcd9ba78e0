import type { Agent } from '@tandem/client';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { tandem } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { useChange } from '../../../ui/change.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { exact } from '../../../ui/format.ts';
import { Tag } from '../../../ui/tag.tsx';
import { ConfirmedButton } from '../parts/confirmed-button.tsx';
import styles from '../parts/settings.module.css';
import { AgentEdit } from './agent-form.tsx';
import { makeAgentKey } from './agent-key.ts';

const words = () => strings().settings.agents;

interface AgentRowProps {
  readonly agent: Agent;
  /** Called with the secret of a new key; undefined if the person may not create keys. */
  readonly onKey: ((secret: string) => void) | undefined;
}

/** An agent with its limits. */
export function AgentRow({ agent, onKey }: AgentRowProps) {
  const { id, name, displayName, emoji, model, title, limits, verifier } = agent;
  const [editing, setEditing] = useState(false);
  const key = useChange({
    send: () => makeAgentKey(agent),
    onDone: ({ secret }) => onKey?.(secret),
    invalidates: ['keys'],
  });
  const remove = useChange({
    send: () => tandem.agents.delete(id),
    successMessage: () => words().deleted(displayName),
    invalidates: ['agents', 'agent', 'members', 'keys'],
  });
  return (
    <>
      <div className={styles.what}>
        <p className={styles.title}>
          <span aria-hidden="true">{emoji}</span>
          <Link to="/agents/$agentId" params={{ agentId: id }}>
            {displayName}
          </Link>
          {verifier && <Tag tone="accent">{strings().agents.verifier}</Tag>}
        </p>
        <p className="soft small">
          {name} · {model}
          {title && ` · ${title}`}
        </p>
        {limits && (
          <p className="soft small">
            {Object.entries(limits.usage)
              .map(([what, { perDay }]) => words().limitOf(what, exact(perDay)))
              .join(', ')}
          </p>
        )}
      </div>
      <div className="beside">
        <Button quiet aria-label={words().editOf(displayName)} onClick={() => setEditing(true)}>
          {words().edit}
        </Button>
        <Dialog title={words().editOf(displayName)} open={editing} onClose={() => setEditing(false)}>
          <AgentEdit agent={agent} onDone={() => setEditing(false)} />
        </Dialog>
        {onKey && (
          <Button
            quiet
            aria-label={words().newKeyOf(displayName)}
            disabled={key.isPending}
            onClick={() => key.mutate()}
          >
            {words().newKey}
          </Button>
        )}
        <ConfirmedButton
          text={words().delete}
          label={words().deleteOf(displayName)}
          title={words().deleteTitle(displayName)}
          hint={words().deleteHint}
          disabled={remove.isPending}
          onConfirm={() => remove.mutate()}
        />
      </div>
    </>
  );
}
