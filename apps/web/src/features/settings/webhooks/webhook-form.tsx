import type { EventTypeOrAll, WebhookWithSecret } from '@tandem/client';
import { useState } from 'react';
import { tandem } from '../../../api/tandem.ts';
import { texts } from '../../../app/texts/index.ts';
import { Select, TextArea, TextField } from '../../../ui/fields.tsx';
import { Form } from '../parts/form.tsx';

const words = texts.settings.webhooks;

interface WebhookFormProps {
  readonly onDone: (webhook: WebhookWithSecret) => void;
  readonly onCancel: () => void;
}

/** Makes a webhook. Types are typed, and judged by the server: it says which there are. */
export function WebhookForm({ onDone, onCancel }: WebhookFormProps) {
  const [url, setUrl] = useState('https://');
  const [description, setDescription] = useState('');
  const [which, setWhich] = useState<'all' | 'some'>('all');
  const [types, setTypes] = useState('');
  const send = () =>
    tandem.webhooks.create({
      url,
      description: description.trim() || null,
      types: which === 'all' ? ['*'] : (types.split(/[\s,]+/).filter(Boolean) as EventTypeOrAll[]),
    });
  return (
    <Form send={send} onDone={onDone} onCancel={onCancel} reads={['webhooks']} submit={words.make}>
      {(problem) => (
        <>
          <TextField
            required
            autoFocus
            type="url"
            label={words.url}
            hint={words.urlHint}
            problem={problem('url')}
            value={url}
            onChange={setUrl}
          />
          <TextField
            label={words.description}
            problem={problem('description')}
            value={description}
            onChange={setDescription}
          />
          <Select
            label={words.types}
            value={which}
            options={[
              { value: 'all', text: words.all },
              { value: 'some', text: words.some },
            ]}
            onChange={setWhich}
          />
          {which === 'some' && (
            <TextArea
              label={words.types}
              hint={words.typesHint}
              problem={problem('types')}
              value={types}
              onChange={setTypes}
              rows={4}
            />
          )}
        </>
      )}
    </Form>
  );
}
