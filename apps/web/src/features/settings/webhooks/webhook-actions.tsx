import type { Webhook, WebhooksUpdateBody, WebhookWithSecret } from '@tandem/client';
import { useState } from 'react';
import { tandem } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { useChange } from '../../../ui/change.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { Ellipsis } from '../../../ui/icons.ts';
import { Menu } from '../../../ui/menu.tsx';
import { toast } from '../../../ui/toasts.ts';
import { Form } from '../parts/form.tsx';
import { WebhookForm } from './webhook-form.tsx';

const words = () => strings().settings.webhooks;

interface WebhookActionsProps {
  readonly webhook: Webhook;
  readonly onSecret: (webhook: WebhookWithSecret) => void;
}

/** The menu of a webhook. */
export function WebhookActions({ webhook, onSecret }: WebhookActionsProps) {
  const { id, enabled, position } = webhook;
  const [dialog, setDialog] = useState<'edit' | 'rotate' | 'delete' | 'replay' | null>(null);
  const invalidates = ['webhooks', 'deliveries', 'inbox'];
  const test = useChange({
    send: () => tandem.webhooks.test(id),
    successMessage: () => words().tested,
    invalidates,
  });
  const change = useChange({
    send: (body: WebhooksUpdateBody) => tandem.webhooks.update(id, body),
    successMessage: () => strings().settings.saved,
    invalidates,
  });
  const rotate = useChange({ send: () => tandem.webhooks.rotate(id), onDone: onSecret, invalidates });
  const remove = useChange({
    send: () => tandem.webhooks.delete(id),
    successMessage: () => words().deleted,
    invalidates,
  });
  const close = () => setDialog(null);
  return (
    <>
      <Menu
        label={words().more}
        trigger={
          <Button square quiet>
            <Ellipsis />
          </Button>
        }
        entries={[
          { text: words().edit, act: () => setDialog('edit') },
          { text: words().test, act: () => test.mutate() },
          {
            text: enabled ? words().disable : words().enable,
            act: () => change.mutate({ enabled: !enabled }),
          },
          { text: words().rotate, act: () => setDialog('rotate') },
          {
            text: words().replay,
            act: () => setDialog('replay'),
            ...(!enabled && { disabled: words().off }),
          },
          { text: words().delete, act: () => setDialog('delete') },
        ]}
      />
      <Dialog title={words().edit} open={dialog === 'edit'} onClose={close}>
        <WebhookForm
          webhook={webhook}
          send={(body) => tandem.webhooks.update(id, body)}
          submit={strings().save}
          onDone={close}
          onCancel={close}
        />
      </Dialog>
      <Confirm
        title={words().rotateTitle}
        action={words().rotate}
        open={dialog === 'rotate'}
        onConfirm={() => rotate.mutate()}
        onClose={close}
      >
        {words().rotateHint}
      </Confirm>
      <Confirm
        title={words().deleteTitle}
        action={words().delete}
        open={dialog === 'delete'}
        onConfirm={() => remove.mutate()}
        onClose={close}
      >
        {words().deleteHint}
      </Confirm>
      <Dialog title={words().replayTitle} open={dialog === 'replay'} onClose={close}>
        <Form
          initial={{ after: position }}
          send={(draft) => tandem.webhooks.replay(id, draft)}
          onDone={() => {
            close();
            toast({ text: words().replayed });
          }}
          onCancel={close}
          invalidates={invalidates}
          submit={words().replayDo}
        >
          {({ field }) => (
            <TextField
              required
              label={words().replayAfter}
              hint={`${words().replayHint} ${position}.`}
              {...field('after')}
            />
          )}
        </Form>
      </Dialog>
    </>
  );
}
