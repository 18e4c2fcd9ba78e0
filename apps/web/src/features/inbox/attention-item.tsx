import type { InboxItem } from '@tandem/client';
import { texts } from '../../app/texts/index.ts';
import { ItemFrame } from './item.tsx';

/** What has come to a halt: a task that failed too often, an agent at its limit, a webhook that was turned off. */
export function AttentionItem({ item }: { item: InboxItem }) {
  const { since, task, agent, webhook, waitingFor } = item;
  return (
    <ItemFrame
      kind={texts.inbox.attention}
      since={since}
      task={task}
      title={agent?.name ?? webhook?.description ?? texts.inbox.webhook}
    >
      <p>
        {waitingFor?.what}
        {agent && texts.inbox.agentAtLimit(agent.name)}
        {webhook?.disabledReason && texts.inbox.webhookOff[webhook.disabledReason]}
      </p>
    </ItemFrame>
  );
}
