import type { Goal, GoalsUpdateBody } from '@tandem/client';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { useCommands } from '../../ui/commands.ts';
import { DateField } from '../../ui/date-field.tsx';
import { Tag } from '../../ui/tag.tsx';
import { InitiativeField } from '../plans/initiative-field.tsx';
import styles from '../plans/plans.module.css';
import { Times } from '../plans/times.tsx';
import { movesFrom, TONES } from './moves.ts';

interface GoalFieldsProps {
  readonly goal: Goal;
  readonly edit: (body: GoalsUpdateBody) => void;
  readonly locked: boolean;
}

/**
 * A goal's fields other than its texts. Its status follows from verifications; by hand it can only be abandoned or
 * reopened.
 */
export function GoalFields({ goal, edit, locked }: GoalFieldsProps) {
  const { status, targetDate, initiative } = goal;
  const { plans, goals } = strings();
  const moves = locked ? [] : movesFrom(status);
  useCommands(moves.map((to) => ({ text: goals.moves[to], act: () => edit({ status: to }) })));
  return (
    <>
      <div className="stack-s">
        <span className={styles.soft}>{plans.status}</span>
        <span>
          <Tag tone={TONES[status]}>{goals.status[status]}</Tag>
        </span>
        {moves.length > 0 && (
          <span className={styles.moves}>
            {moves.map((to) => (
              <Button key={to} onClick={() => edit({ status: to })}>
                {goals.moves[to]}
              </Button>
            ))}
          </span>
        )}
      </div>
      <DateField
        label={plans.targetDate}
        value={targetDate}
        onChange={(to) => edit({ targetDate: to })}
        disabled={locked}
      />
      <InitiativeField initiative={initiative} edit={edit} locked={locked} />
      <Times of={goal} />
    </>
  );
}
