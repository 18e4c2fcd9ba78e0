import { useState } from 'react';
import { tandem } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { TextField } from '../../../ui/fields.tsx';
import { Form } from '../parts/form.tsx';
import styles from '../parts/settings.module.css';
import { makeAgentKey } from './agent-key.ts';
import type { Joined } from './agents-section.tsx';

const words = () => strings().settings.agents;

interface AgentFormProps {
  readonly mayGiveKeys: boolean;
  readonly onDone: (joined: Joined | null) => void;
  readonly onCancel: () => void;
}

/** Registers an agent, with a key if the person may create keys. */
export function AgentForm({ mayGiveKeys, onDone, onCancel }: AgentFormProps) {
  const [name, setName] = useState('');
  const [displayName, setDisplayName] = useState('');
  const [emoji, setEmoji] = useState('🤖');
  const [model, setModel] = useState('');
  const [title, setTitle] = useState('');
  const send = async () => {
    const agent = await tandem.agents.create({
      name,
      displayName,
      emoji,
      model,
      title: title.trim() || null,
    });
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
          </div>
          <TextField
            required
            label={words().name}
            hint={strings().settings.members.nameHint}
            problem={problem('name')}
            value={name}
            onChange={setName}
          />
          <TextField
            required
            label={words().model}
            hint={words().modelHint}
            problem={problem('model')}
            value={model}
            onChange={setModel}
          />
          <TextField label={words().title} problem={problem('title')} value={title} onChange={setTitle} />
        </>
      )}
    </Form>
  );
}
