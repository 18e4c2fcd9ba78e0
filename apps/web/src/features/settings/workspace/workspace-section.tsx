import { AGENT_INTAKES, GOAL_VERIFICATION_MODES, PROOF_OF_DONE, type Workspace } from '@tandem/client';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useCurrentMember } from '../../../api/queries/who.ts';
import { workspace } from '../../../api/queries/workspace.ts';
import { HOME } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Editable } from '../../../ui/editable.tsx';
import { CheckBox } from '../../../ui/fields.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { Section } from '../../../ui/section.tsx';
import { optionsOf, Select } from '../../../ui/select.tsx';
import styles from '../parts/settings.module.css';
import { useRuleChange } from './change.ts';

const ImportPanel = lazy(async () => ({
  default: (await import('../../imports/import-panel.tsx')).ImportPanel,
}));

const ImportList = lazy(async () => ({
  default: (await import('../../imports/import-list.tsx')).ImportList,
}));

const words = () => strings().settings.workspace;

/** The workspace rules. Each choice takes effect immediately. */
export function WorkspaceSection() {
  const { data, error, refetch } = useQuery(workspace);
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  return data ? <Rules rules={data} /> : null;
}

function Rules({ rules }: { rules: Workspace }) {
  const { hasExpiringKey } = useCurrentMember();
  const { mutate, mutateAsync } = useRuleChange();
  const limit = String(rules.agentIntakeLimit);
  return (
    <div className={styles.section}>
      {hasExpiringKey && <p className={styles.hint}>{strings().settings.expiringKey}</p>}
      <dl className={styles.pair}>
        <dt>{words().name}</dt>
        <dd>
          <Editable
            draftKey="workspace-name"
            field={words().name.toLowerCase()}
            value={rules.name}
            onSave={(name) => mutateAsync({ name })}
          />
        </dd>
        <dt>{words().chat}</dt>
        <dd>{rules.plan.chat ? words().chatOn : words().chatOff}</dd>
        {(rules.proofOfDone === 'verified' || rules.overrides > 0) && (
          <>
            <dt>{words().overrides}</dt>
            <dd>{words().overridesIn(rules.overrides)}</dd>
          </>
        )}
      </dl>
      <div className={styles.form}>
        <Rule hint={words().agentCompletionHint}>
          <CheckBox
            label={words().agentCompletion}
            checked={rules.agentCompletion}
            onChange={(agentCompletion) => mutate({ agentCompletion })}
          />
        </Rule>
        <Select
          label={words().proofOfDone}
          hint={words().proofOfDoneHint}
          value={rules.proofOfDone}
          options={optionsOf(PROOF_OF_DONE, words().proofsOfDone)}
          onChange={(proofOfDone) => mutate({ proofOfDone })}
        />
        <Select
          label={words().goalVerification}
          hint={words().goalVerificationHint}
          value={rules.goalVerification}
          options={optionsOf(GOAL_VERIFICATION_MODES, words().goalVerifications)}
          onChange={(goalVerification) => mutate({ goalVerification })}
        />
        <Select
          label={words().agentIntake}
          hint={words().agentIntakeHint}
          value={rules.agentIntake}
          options={optionsOf(AGENT_INTAKES, words().agentIntakes)}
          onChange={(agentIntake) => mutate({ agentIntake })}
        />
        {rules.agentIntake === 'backlog' && (
          <Rule hint={words().agentIntakeLimitHint}>
            <p className="soft small">{words().agentIntakeLimit}</p>
            <Editable
              draftKey="workspace-intake"
              field={words().agentIntakeLimit.toLowerCase()}
              value={limit}
              onSave={(text) => mutateAsync({ agentIntakeLimit: Number(text) })}
            />
          </Rule>
        )}
      </div>
      {!hasExpiringKey && <Import />}
      {!hasExpiringKey && <Export />}
    </div>
  );
}

/** Work from other trackers. */
function Import() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Section title={strings().imports.title}>
      <p className={styles.hint}>{strings().imports.hint}</p>
      {isOpen ? (
        <Suspense>
          <ImportPanel onDone={() => setIsOpen(false)} />
        </Suspense>
      ) : (
        <p>
          <Button onClick={() => setIsOpen(true)}>{strings().imports.start}</Button>
        </p>
      )}
      <Suspense>
        <ImportList />
      </Suspense>
    </Section>
  );
}

/** A download of the whole workspace, streamed by the server. */
const Export = () => (
  <Section title={words().export}>
    <p className={styles.hint}>{words().exportHint}</p>
    <p>
      <a href={new URL('api/v1/export?include=my-chats', HOME).href} download="export.jsonl">
        {words().exportAll}
      </a>
    </p>
  </Section>
);

/** A choice with an explanation. */
const Rule = ({ hint, children }: { hint: string; children: ReactNode }) => (
  <div>
    {children}
    <p className="soft small">{hint}</p>
  </div>
);
