import type { Agent, AgentsUpdateBody } from '@tandem/client';
import type { ReactNode } from 'react';
import { memberOf, useMembers } from '../../api/queries/members.ts';
import { useMay } from '../../api/queries/who.ts';
import { strings } from '../../strings/index.ts';
import { Editable } from '../../ui/editable.tsx';
import { Name } from '../../ui/name.tsx';
import { SearchSelect } from '../../ui/search-select.tsx';
import { Section } from '../../ui/section.tsx';
import { AgentSettingsLink } from './agent-settings-link.tsx';
import { useAgentChange } from './change.ts';
import { Limits } from './limits.tsx';
import styles from './settings.module.css';
import { Verifier } from './verifier.tsx';

/** An agent's settings: name, manager, and limits. */
export function AgentSettings({ agent }: { agent: Agent }) {
  const may = useMay('agents:write');
  const { mutateAsync, mutate } = useAgentChange(agent);
  const text = (field: string, value: string, bodyOf: (value: string) => AgentsUpdateBody, hint?: string) =>
    may ? (
      <Editable
        draftKey={`agent-${agent.id}-${field}`}
        field={field.toLowerCase()}
        value={value}
        hint={hint}
        onSave={(next) => mutateAsync(bodyOf(next))}
      >
        <span className={styles.value}>{value || strings().none}</span>
      </Editable>
    ) : (
      <span className={styles.value}>{value || strings().none}</span>
    );
  return (
    <Section title={strings().agents.settings}>
      <dl className={styles.fields}>
        <Row name={strings().agents.displayName}>
          {text(strings().agents.displayName, agent.displayName, (displayName) => ({ displayName }))}
        </Row>
        <Row name={strings().agents.name}>
          {text(strings().agents.name, agent.name, (name) => ({ name }), strings().agents.nameHint)}
        </Row>
        <Row name={strings().agents.title}>
          {text(strings().agents.title, agent.title ?? '', (title) => ({
            title: title.trim() === '' ? null : title,
          }))}
        </Row>
        <Row name={strings().agents.model}>
          {text(strings().agents.model, agent.model, (model) => ({ model }))}
        </Row>
        <Row name={strings().agents.reportsTo}>
          <ReportsTo agent={agent} may={may} onChange={(reportsTo) => mutate({ reportsTo })} />
        </Row>
        <Row name={strings().agents.maxClaims}>
          {text(
            strings().agents.maxClaims,
            String(agent.maxClaims),
            (limit) => ({ maxClaims: Number(limit) }),
            strings().agents.maxClaimsHint,
          )}
        </Row>
        <Row name={strings().agents.verifier}>
          <Verifier agent={agent} />
        </Row>
        <Row tall name={strings().agents.limits}>
          <Limits limits={agent.limits} onChange={may ? (limits) => mutateAsync({ limits }) : undefined} />
        </Row>
      </dl>
      {may && <AgentSettingsLink />}
    </Section>
  );
}

interface RowProps {
  readonly name: string;
  readonly tall?: boolean;
  readonly children: ReactNode;
}

const Row = ({ name, tall, children }: RowProps) => (
  <div className={tall ? styles.tall : undefined}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

interface ReportsToProps {
  readonly agent: Agent;
  readonly may: boolean;
  readonly onChange: (id: string | null) => void;
}

function ReportsTo({ agent: { id, reportsTo }, may, onChange }: ReportsToProps) {
  const members = useMembers();
  const member = members.find((each) => each.id === reportsTo) ?? memberOf(members, reportsTo ?? '');
  const value = member ? (
    <Name name={member.displayName} agent={member.type === 'agent'} emoji={member.emoji} />
  ) : (
    <span>{strings().agents.noOne}</span>
  );
  if (!may) return value;
  return (
    <SearchSelect
      label={strings().agents.reportsTo}
      value={member?.id ?? ''}
      onChange={(next) => onChange(next === '' ? null : next)}
      choices={[
        { value: '', text: strings().agents.noOne },
        ...members
          .filter((each) => each.id !== id)
          .map((each) => ({ value: each.id, text: each.displayName })),
      ]}
    >
      {value}
    </SearchSelect>
  );
}
