import type { Agent } from '@tandem/client';
import { useState } from 'react';
import { useCurrentMember } from '../../api/queries/who.ts';
import { isTandemError } from '../../api/tandem.ts';
import { strings } from '../../strings/index.ts';
import { CheckBox } from '../../ui/fields.tsx';
import { useAgentChange } from './change.ts';
import styles from './settings.module.css';

/** Whether an agent runs checks instead of tasks, which admins decide with a key of their own. */
export function Verifier({ agent }: { readonly agent: Agent }) {
  const { isAdmin, hasExpiringKey } = useCurrentMember();
  const [isHolding, setIsHolding] = useState(false);
  const { mutate, isPending } = useAgentChange(agent, (error) => {
    const holds = isTandemError(error) && error.code === 'CLAIM_LIMIT';
    if (holds) setIsHolding(true);
    return holds;
  });
  const words = strings().agents;
  const may = isAdmin && !hasExpiringKey;
  return (
    <div className={styles.verifier}>
      <CheckBox
        label={<span className="visually-hidden">{words.verifier}</span>}
        checked={agent.verifier}
        disabled={!may || isPending}
        onChange={(verifier) => {
          setIsHolding(false);
          mutate({ verifier });
        }}
      />
      {isHolding ? (
        <p role="alert" className={styles.problem}>
          {words.verifierHolds(agent.displayName)}
        </p>
      ) : (
        <p className="soft small">{may ? words.verifierHint : words.verifierLocked}</p>
      )}
    </div>
  );
}
