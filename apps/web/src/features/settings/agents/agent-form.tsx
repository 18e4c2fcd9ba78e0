import type { Agent } from '@tandem/client';
import { type ReactNode, useState } from 'react';
import { tandem } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { TextField } from '../../../ui/fields.tsx';
import { Form } from '../parts/form.tsx';
import styles from '../parts/settings.module.css';
import { type Joined, makeAgentKey } from './agent-key.ts';
import { LimitsField, limitsOf, shownLimits } from './limits-field.tsx';

const words = () => strings().settings.agents;

interface AgentFormProps {
  readonly mayGiveKeys: boolean;
  readonly onDone: (joined: Joined | null) => void;
  readonly onCancel: () => void;
}

/** Registers an agent, with a key if the person may create keys. */
export function AgentForm({ mayGiveKeys, onDone, onCancel }: AgentFormProps) {
  const [name, setName] = useState('');
  const [profile, setProfile] = useState<Profile>({ displayName: '', emoji: '🤖', model: '', title: '' });
  const send = async () => {
    const agent = await tandem.agents.create({ name, ...bodyOf(profile) });
    return mayGiveKeys ? { agent, secret: (await makeAgentKey(agent)).secret } : null;
  };
  return (
    <Form
      send={send}
      onDone={onDone}
      onCancel={onCancel}
      reads={['agents', 'members', 'keys']}
      submit={words().submit}
    >
      {(problem) => (
        <ProfileFields profile={profile} onChange={setProfile} problem={problem}>
          <TextField
            required
            label={words().name}
            hint={strings().settings.members.nameHint}
            problem={problem('name')}
            value={name}
            onChange={setName}
          />
        </ProfileFields>
      )}
    </Form>
  );
}

interface AgentEditProps {
  readonly agent: Agent;
  readonly onDone: () => void;
}

/** Edits an agent's profile and limits in one form. */
export function AgentEdit({ agent, onDone }: AgentEditProps) {
  const [profile, setProfile] = useState<Profile>({ ...agent, title: agent.title ?? '' });
  const [maxClaims, setMaxClaims] = useState(String(agent.maxClaims));
  const [limits, setLimits] = useState(shownLimits(agent.limits));
  const send = () =>
    tandem.agents.update(agent.id, {
      ...bodyOf(profile),
      maxClaims: Number(maxClaims),
      limits: limitsOf(limits),
    });
  return (
    <Form
      send={send}
      onDone={onDone}
      onCancel={onDone}
      reads={['agents', 'agent', 'members']}
      submit={strings().save}
    >
      {(problem) => (
        <>
          <ProfileFields profile={profile} onChange={setProfile} problem={problem} />
          <TextField
            required
            type="number"
            min={1}
            max={100}
            label={words().maxClaims}
            problem={problem('maxClaims')}
            value={maxClaims}
            onChange={setMaxClaims}
          />
          <LimitsField limits={limits} onChange={setLimits} />
        </>
      )}
    </Form>
  );
}

type Profile = Readonly<Record<'displayName' | 'emoji' | 'model' | 'title', string>>;

const bodyOf = ({ displayName, emoji, model, title }: Profile) => ({
  displayName,
  emoji,
  model,
  title: title.trim() || null,
});

interface ProfileFieldsProps {
  readonly profile: Profile;
  readonly onChange: (profile: Profile) => void;
  readonly problem: (field: string) => string | undefined;
  readonly children?: ReactNode;
}

function ProfileFields({ profile, onChange, problem, children }: ProfileFieldsProps) {
  const fieldOf = (name: keyof Profile) => ({
    label: words()[name],
    problem: problem(name),
    value: profile[name],
    onChange: (to: string) => onChange({ ...profile, [name]: to }),
  });
  return (
    <>
      <div className={styles.fields}>
        <TextField required autoFocus {...fieldOf('displayName')} />
        <TextField required {...fieldOf('emoji')} />
      </div>
      {children}
      <TextField required hint={words().modelHint} {...fieldOf('model')} />
      <TextField {...fieldOf('title')} />
    </>
  );
}
