import type { Delivery } from '@tandem/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deliveries } from '../../../api/queries/webhooks.ts';
import { tandem } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { useChange } from '../../../ui/change.ts';
import { optionsOf, Select } from '../../../ui/select.tsx';
import { Tag, type Tone } from '../../../ui/tag.tsx';
import { RelativeTime } from '../../../ui/time.tsx';
import { Rows } from '../parts/rows.tsx';
import styles from '../parts/settings.module.css';
import own from './deliveries.module.css';

const words = () => strings().settings.webhooks;

type Status = Delivery['status'];

const TONES: Readonly<Record<Status, Tone>> = {
  pending: 'quiet',
  delivered: 'good',
  failed: 'warn',
  given_up: 'bad',
};

interface DeliveriesProps {
  readonly webhookId: string;
  readonly mayChange: boolean;
}

/** A webhook's deliveries and their outcomes, newest first. */
export function Deliveries({ webhookId, mayChange }: DeliveriesProps) {
  const [status, setStatus] = useState<Status | 'every'>('every');
  const query = useInfiniteQuery(deliveries(webhookId, status === 'every' ? undefined : status));
  return (
    <div className={own.deliveries}>
      <Select
        label={words().statusFilter}
        value={status}
        options={[
          { value: 'every', text: words().allStatuses },
          ...optionsOf(Object.keys(TONES) as Status[], words().status),
        ]}
        onChange={setStatus}
      />
      <Rows
        label={words().deliveries}
        query={query}
        empty={<p className={styles.hint}>{words().noDeliveries}</p>}
      >
        {(delivery) => <DeliveryRow delivery={delivery} webhookId={webhookId} mayChange={mayChange} />}
      </Rows>
    </div>
  );
}

function DeliveryRow({ delivery, webhookId, mayChange }: DeliveriesProps & { delivery: Delivery }) {
  const { id, type, status, attempts, nextAttemptAt, attemptedAt, code, durationMs, answer } = delivery;
  const { mutate, isPending } = useChange({
    send: () => tandem.webhooks.retry(webhookId, id),
    successMessage: () => words().retried,
    invalidates: ['deliveries'],
  });
  return (
    <>
      <div className={styles.what}>
        <p className={styles.title}>
          {type}
          <Tag tone={TONES[status]}>{words().status[status]}</Tag>
          {code !== null && <Tag tone={code < 300 ? 'good' : 'bad'}>{code}</Tag>}
        </p>
        <p className="soft small">
          <RelativeTime at={attemptedAt ?? delivery.createdAt} /> · {words().attempts(attempts)}
          {durationMs !== null && ` · ${words().took(durationMs)}`}
          {nextAttemptAt && (
            <>
              {' · '}
              {words().next} <RelativeTime at={nextAttemptAt} />
            </>
          )}
        </p>
        {answer && (
          <details>
            <summary>{words().response}</summary>
            <pre className={own.answer}>{answer}</pre>
          </details>
        )}
      </div>
      {mayChange && status !== 'pending' && type !== 'webhook.test' && (
        <Button quiet aria-label={words().retryOf(type)} disabled={isPending} onClick={() => mutate()}>
          {words().retry}
        </Button>
      )}
    </>
  );
}
