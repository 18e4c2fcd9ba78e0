import { useState } from 'react';
import { gapLines, type ProofGap } from '../../api/missing-proof.ts';
import { useCurrentMember } from '../../api/queries/who.ts';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/fields.tsx';
import styles from './decisions.module.css';

/** Characters of a reason (docs/rules.md, Verifications). */
const MAX_REASON = 500;

interface OverrideProps {
  readonly gaps: readonly ProofGap[];
  /** The key of the reason's draft. */
  readonly keep: string;
  readonly isPending: boolean;
  readonly onAccept: (reason: string) => void;
}

/** The missing proof of a result, and the reason for accepting it all the same. */
export function Override({ gaps, keep, isPending, onAccept }: OverrideProps) {
  const [reason, setReason] = useState('');
  const { hasExpiringKey } = useCurrentMember();
  const words = strings().checks;
  return (
    <div className={styles.gaps}>
      <div role="alert">
        <strong>{words.missing.title}</strong>
        <ul>
          {gapLines(gaps).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      {hasExpiringKey ? (
        <p>{words.lentKey}</p>
      ) : (
        <>
          <TextArea
            autoFocus
            label={words.override}
            hint={words.overrideHint}
            value={reason}
            onChange={(text) => setReason([...text].slice(0, MAX_REASON).join(''))}
            draftKey={keep}
            rows={1}
          />
          <Button primary disabled={isPending || reason.trim() === ''} onClick={() => onAccept(reason)}>
            {words.accept}
          </Button>
        </>
      )}
    </div>
  );
}
