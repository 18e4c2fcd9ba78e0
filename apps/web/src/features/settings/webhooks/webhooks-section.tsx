import type { WebhookWithSecret } from '@tandem/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { webhooks } from '../../../api/queries/webhooks.ts';
import { useWho } from '../../../api/queries/who.ts';
import { tandem } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { Empty } from '../../../ui/empty.tsx';
import { Adding } from '../parts/adding.tsx';
import { Once } from '../parts/once.tsx';
import { Rows } from '../parts/rows.tsx';
import styles from '../parts/settings.module.css';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookRow } from './webhook-row.tsx';

const words = () => strings().settings.webhooks;

/** The webhooks and their deliveries. */
export function WebhooksSection() {
  const { isLent } = useWho();
  const query = useInfiniteQuery(webhooks);
  const [made, setMade] = useState<WebhookWithSecret | null>(null);
  return (
    <div className={styles.section}>
      <p className={styles.hint}>{isLent ? strings().settings.expiringKey : words().hint}</p>
      {made && (
        <Once
          title={words().secret}
          hint={words().secretHint}
          secret={made.secret}
          what={words().noun}
          onDone={() => setMade(null)}
        />
      )}
      {!isLent && (
        <Adding text={words().new}>
          {(close) => (
            <WebhookForm
              send={(webhook) => tandem.webhooks.create(webhook)}
              submit={words().create}
              onDone={(webhook) => {
                close();
                setMade(webhook);
              }}
              onCancel={close}
            />
          )}
        </Adding>
      )}
      <Rows
        label={strings().settings.sections.webhooks}
        query={query}
        empty={<Empty title={words().none} hint={words().noneHint} />}
      >
        {(webhook) => <WebhookRow webhook={webhook} mayChange={!isLent} onSecret={setMade} />}
      </Rows>
    </div>
  );
}
