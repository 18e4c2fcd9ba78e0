import type { InboxItem, TaskStatus } from '@tandem/client';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/queries/who.ts';
import { tandem } from '../../api/tandem.ts';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import styles from '../decisions/decisions.module.css';
import { useDecision } from '../decisions/use-decision.ts';
import { exitMoves } from '../tasks/moves.ts';
import { ItemFrame } from './item.tsx';

/** An automatic stop: a task that failed too often, an agent at its limit, a webhook that was turned off. */
export function AttentionItem({ item }: { item: InboxItem }) {
  const { since, task, agent, webhook, waitingFor } = item;
  const may = useMay('tasks:write');
  return (
    <ItemFrame
      kind={strings().inbox.attention}
      since={since}
      task={task}
      title={agent?.name ?? webhook?.description ?? strings().inbox.webhook}
    >
      <p>
        {waitingFor?.what ?? (webhook?.disabledReason && strings().inbox.webhookOff[webhook.disabledReason])}
      </p>
      {agent && (
        <Link to="/agents/$agentId" params={{ agentId: agent.id }}>
          {strings().inbox.viewAgent(agent.name)}
        </Link>
      )}
      {webhook && (
        <Link to="/settings/$section" params={{ section: 'webhooks' }}>
          {strings().inbox.viewWebhooks}
        </Link>
      )}
      {task && may && <ExitMoves task={task} />}
    </ItemFrame>
  );
}

function ExitMoves({ task: { taskNumber, status } }: { task: NonNullable<InboxItem['task']> }) {
  const { mutate, isPending } = useDecision<TaskStatus>({
    send: (to) => tandem.tasks.transition(taskNumber, { to }),
    resolves: (item) => item.kind === 'attention' && item.task?.taskNumber === taskNumber,
    successMessage: (to) => ({ text: strings().tasks.moved([{ taskNumber }], to) }),
    invalidates: [['task', taskNumber], ['tasks']],
  });
  return (
    <div className={styles.actions} data-decision>
      {exitMoves(status).map((to) => (
        <Button key={to} disabled={isPending} onClick={() => mutate(to)}>
          {strings().decisions.moveTo(strings().status[to])}
        </Button>
      ))}
    </div>
  );
}
