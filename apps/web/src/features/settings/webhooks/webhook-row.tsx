import type { Webhook, WebhookWithSecret } from '@tandem/client';
import { useState } from 'react';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { RelativeTime } from '../../../ui/time.tsx';
import styles from '../parts/settings.module.css';
import { Deliveries } from './deliveries.tsx';
import { WebhookActions } from './webhook-actions.tsx';

const words = () => strings().settings.webhooks;

interface WebhookRowProps {
  readonly webhook: Webhook;
  readonly mayChange: boolean;
  readonly onSecret: (webhook: WebhookWithSecret) => void;
}

/** A webhook: state, actions and deliveries. */
export function WebhookRow({ webhook, mayChange, onSecret }: WebhookRowProps) {
  const { id, url, description, types, enabled, disabledReason, failingSince, notBefore } = webhook;
  const [open, setOpen] = useState(false);
  return (
    <>
      <div className={styles.what}>
        <p className={styles.title}>
          {description ?? url}
          <Tag tone={enabled ? 'good' : 'warn'}>{enabled ? words().on : words().off}</Tag>
          {failingSince && (
            <Tag tone="bad">
              {words().failingSince} <RelativeTime at={failingSince} />
            </Tag>
          )}
        </p>
        <p className="soft small">
          {description && `${url} · `}
          {types.includes('*') ? words().all : types.join(', ')}
        </p>
        {disabledReason && <p>{words().offBecause[disabledReason]}</p>}
        {notBefore && (
          <p className="soft small">
            {words().pausedUntil} <RelativeTime at={notBefore} />
          </p>
        )}
      </div>
      <div className="beside">
        <Button quiet aria-expanded={open} onClick={() => setOpen(!open)}>
          {words().deliveries}
        </Button>
        {mayChange && <WebhookActions webhook={webhook} onSecret={onSecret} />}
      </div>
      {open && <Deliveries webhookId={id} mayChange={mayChange} />}
    </>
  );
}
