import type { EventTypeOrAll, Webhook, WebhooksCreateBody } from '@tandem/client';
import { strings } from '../../../strings/index.ts';
import { TextArea, TextField } from '../../../ui/fields.tsx';
import { Select } from '../../../ui/select.tsx';
import { Form } from '../parts/form.tsx';

const words = () => strings().settings.webhooks;

interface WebhookFormProps<Result> {
  /** The webhook to edit; omitted for a new one. */
  readonly webhook?: Webhook;
  readonly send: (webhook: WebhooksCreateBody) => PromiseLike<Result>;
  readonly submit: string;
  readonly onDone: (response: Result) => void;
  readonly onCancel: () => void;
}

const draftOf = (webhook: Webhook | undefined) => {
  const types = webhook?.types.filter((type) => type !== '*') ?? [];
  return {
    url: webhook?.url ?? 'https://',
    description: webhook?.description ?? '',
    which: types.length > 0 ? 'some' : 'all',
    types: types.join('\n'),
  };
};

const bodyOf = ({ url, description, which, types }: ReturnType<typeof draftOf>): WebhooksCreateBody => ({
  url,
  description: description.trim() || null,
  types: which === 'all' ? ['*'] : (types.split(/[\s,]+/).filter(Boolean) as EventTypeOrAll[]),
});

/** A webhook's URL and event types. Types are free text: the server validates them and lists the valid ones. */
export const WebhookForm = <Result,>({ webhook, send, ...form }: WebhookFormProps<Result>) => (
  <Form {...form} initial={draftOf(webhook)} send={(draft) => send(bodyOf(draft))} invalidates={['webhooks']}>
    {({ draft, field }) => (
      <>
        <TextField
          required
          autoFocus
          type="url"
          label={words().url}
          hint={words().urlHint}
          {...field('url')}
        />
        <TextField label={words().description} {...field('description')} />
        <Select
          label={words().types}
          options={[
            { value: 'all', text: words().all },
            { value: 'some', text: words().some },
          ]}
          {...field('which')}
        />
        {draft.which === 'some' && (
          <TextArea label={words().types} hint={words().typesHint} {...field('types')} rows={4} />
        )}
      </>
    )}
  </Form>
);
