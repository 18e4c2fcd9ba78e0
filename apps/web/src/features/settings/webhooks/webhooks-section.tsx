import type { WebhookWithSecret } from '@tandem/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { webhooks } from '../../../api/queries/webhooks.ts';
import { useCurrentMember } from '../../../api/queries/who.ts';
import { tandem } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Adding } from '../parts/adding.tsx';
import { OneTimeSecret } from '../parts/one-time-secret.tsx';
import { Rows } from '../parts/rows.tsx';
import styles from '../parts/settings.module.css';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookRow } from './webhook-row.tsx';

const words = () => strings().settings.webhooks;

/** The webhooks and their deliveries. */
export function WebhooksSection() {
  const { hasExpiringKey } = useCurrentMember();
  const query = useInfiniteQuery(webhooks);
  const [created, setCreated] = useState<WebhookWithSecret | null>(null);
  return (
    <div className={styles.section}>
      <p className={styles.hint}>{hasExpiringKey ? strings().settings.expiringKey : words().hint}</p>
      {created && (
        <OneTimeSecret
          title={words().secret}
          hint={words().secretHint}
          secret={created.secret}
          noun={words().noun}
          onDone={() => setCreated(null)}
        />
      )}
      {!hasExpiringKey && (
        <Adding text={words().new}>
          {(close) => (
            <WebhookForm
              send={(webhook) => tandem.webhooks.create(webhook)}
              submit={words().create}
              onDone={(webhook) => {
                close();
                setCreated(webhook);
              }}
              onCancel={close}
            />
          )}
        </Adding>
      )}
      <Rows
        label={strings().settings.sections.webhooks}
        query={query}
        empty={<EmptyState title={words().none} hint={words().noneHint} />}
      >
        {(webhook) => <WebhookRow webhook={webhook} mayChange={!hasExpiringKey} onSecret={setCreated} />}
      </Rows>
    </div>
  );
}
