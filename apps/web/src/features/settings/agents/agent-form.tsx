import type { Agent } from '@tandem/client';
import type { ReactNode } from 'react';
import { tandem } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { TextField } from '../../../ui/fields.tsx';
import { HandleField, nameIn } from '../members/handle-field.tsx';
import { Form, type FormState } from '../parts/form.tsx';
import styles from '../parts/settings.module.css';
import { makeAgentKey, type NewAgentKey } from './agent-key.ts';
import { LimitsField, limitsOf, shownLimits } from './limits-field.tsx';

const words = () => strings().settings.agents;

const EMPTY = { name: null as string | null, displayName: '', emoji: '🤖', model: '', title: '' };

/** The API requires a model, which the page only shows. */
const UNKNOWN_MODEL = 'unknown';

interface AgentFormProps {
  readonly mayGiveKeys: boolean;
  readonly onDone: (newKey: NewAgentKey | null) => void;
  readonly onCancel: () => void;
}

/** Registers an agent, with a key if the person may create keys. */
export function AgentForm({ mayGiveKeys, onDone, onCancel }: AgentFormProps) {
  const send = async (draft: typeof EMPTY) => {
    const agent = await tandem.agents.create({
      ...draft,
      name: nameIn(draft),
      model: draft.model.trim() || UNKNOWN_MODEL,
      title: draft.title.trim() || null,
    });
    return mayGiveKeys ? { agent, secret: (await makeAgentKey(agent)).secret } : null;
  };
  return (
    <Form
      initial={EMPTY}
      send={send}
      onDone={onDone}
      onCancel={onCancel}
      invalidates={['agents', 'members', 'keys']}
      submit={words().submit}
    >
      {({ draft, field }) => (
        <ProfileFields field={field}>
          <HandleField draft={draft} field={field} />
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
  const { id, displayName, emoji, model, title, maxClaims, limits } = agent;
  return (
    <Form
      initial={{
        displayName,
        emoji,
        model,
        title: title ?? '',
        maxClaims: String(maxClaims),
        limits: shownLimits(limits),
      }}
      send={(draft) =>
        tandem.agents.update(id, {
          ...draft,
          title: draft.title.trim() || null,
          maxClaims: Number(draft.maxClaims),
          limits: limitsOf(draft.limits),
        })
      }
      onDone={onDone}
      onCancel={onDone}
      invalidates={['agents', 'agent', 'members']}
      submit={strings().save}
    >
      {({ field }) => (
        <>
          <ProfileFields field={field} />
          <TextField
            required
            type="number"
            min={1}
            max={100}
            label={words().maxClaims}
            {...field('maxClaims')}
          />
          <LimitsField {...field('limits')} />
        </>
      )}
    </Form>
  );
}

interface ProfileFieldsProps {
  readonly field: FormState<Record<'displayName' | 'emoji' | 'model' | 'title', string>>['field'];
  readonly children?: ReactNode;
}

const ProfileFields = ({ field, children }: ProfileFieldsProps) => (
  <>
    <div className={styles.fields}>
      <TextField required autoFocus label={words().displayName} {...field('displayName')} />
      <TextField required label={words().emoji} {...field('emoji')} />
    </div>
    {children}
    <TextField label={words().model} hint={words().modelHint} {...field('model')} />
    <TextField label={words().title} {...field('title')} />
  </>
);
