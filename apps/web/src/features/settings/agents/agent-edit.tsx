import type { Agent } from '@tandem/client';
import { useState } from 'react';
import { tandem } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { TextField } from '../../../ui/fields.tsx';
import { Form } from '../parts/form.tsx';
import styles from '../parts/settings.module.css';
import { type Limit, LimitsField, limitsOf, shownLimits } from './limits-field.tsx';

const words = () => strings().settings.agents;

interface AgentEditProps {
  readonly agent: Agent;
  readonly onDone: () => void;
}

/** Edits an agent's profile and limits in one form. */
export function AgentEdit({ agent, onDone }: AgentEditProps) {
  const [displayName, setDisplayName] = useState(agent.displayName);
  const [emoji, setEmoji] = useState(agent.emoji);
  const [model, setModel] = useState(agent.model);
  const [title, setTitle] = useState(agent.title ?? '');
  const [maxClaims, setMaxClaims] = useState(String(agent.maxClaims));
  const [limits, setLimits] = useState<readonly Limit[]>(shownLimits(agent.limits));
  const send = () =>
    tandem.agents.update(agent.id, {
      displayName,
      emoji,
      model,
      title: title.trim() || null,
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
          <div className={styles.fields}>
            <TextField
              required
              autoFocus
              label={words().displayName}
              problem={problem('displayName')}
              value={displayName}
              onChange={setDisplayName}
            />
            <TextField
              required
              label={words().emoji}
              problem={problem('emoji')}
              value={emoji}
              onChange={setEmoji}
            />
            <TextField
              required
              label={words().model}
              problem={problem('model')}
              value={model}
              onChange={setModel}
            />
          </div>
          <TextField label={words().title} problem={problem('title')} value={title} onChange={setTitle} />
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
