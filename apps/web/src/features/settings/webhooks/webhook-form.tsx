import type { EventTypeOrAll, Webhook, WebhooksCreateBody } from '@tandem/client';
import { useState } from 'react';
import { strings } from '../../../strings/index.ts';
import { Select, TextArea, TextField } from '../../../ui/fields.tsx';
import { Form } from '../parts/form.tsx';

const words = () => strings().settings.webhooks;

interface WebhookFormProps<Got> {
  /** The webhook to edit; omitted for a new one. */
  readonly webhook?: Webhook;
  readonly send: (webhook: WebhooksCreateBody) => PromiseLike<Got>;
  readonly submit: string;
  readonly onDone: (got: Got) => void;
  readonly onCancel: () => void;
}

/** A webhook's URL and event types. Types are free text: the server validates them and lists the valid ones. */
export function WebhookForm<Got>({ webhook, send, submit, onDone, onCancel }: WebhookFormProps<Got>) {
  const wanted = webhook?.types.filter((type) => type !== '*') ?? [];
  const [url, setUrl] = useState(webhook?.url ?? 'https://');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [which, setWhich] = useState<'all' | 'some'>(wanted.length > 0 ? 'some' : 'all');
  const [types, setTypes] = useState(wanted.join('\n'));
  const sendIt = () =>
    send({
      url,
      description: description.trim() || null,
      types: which === 'all' ? ['*'] : (types.split(/[\s,]+/).filter(Boolean) as EventTypeOrAll[]),
    });
  return (
    <Form send={sendIt} onDone={onDone} onCancel={onCancel} reads={['webhooks']} submit={submit}>
      {(problem) => (
        <>
          <TextField
            required
            autoFocus
            type="url"
            label={words().url}
            hint={words().urlHint}
            problem={problem('url')}
            value={url}
            onChange={setUrl}
          />
          <TextField
            label={words().description}
            problem={problem('description')}
            value={description}
            onChange={setDescription}
          />
          <Select
            label={words().types}
            value={which}
            options={[
              { value: 'all', text: words().all },
              { value: 'some', text: words().some },
            ]}
            onChange={setWhich}
          />
          {which === 'some' && (
            <TextArea
              label={words().types}
              hint={words().typesHint}
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
