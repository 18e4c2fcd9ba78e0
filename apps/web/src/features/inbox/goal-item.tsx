import type { Goal } from '@tandem/client';
import { Link } from '@tanstack/react-router';
import { strings } from '../../strings/index.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { GoalForm } from '../decisions/goal-form.tsx';
import { ItemFrame } from './item.tsx';

interface GoalItemProps {
  readonly goal: Goal;
  readonly since: string;
}

/** A goal that an agent reports as met: a person confirms it or says why not. */
export function GoalItem({ goal, since }: GoalItemProps) {
  const { id, title, test, lastVerification: last } = goal;
  const link = (
    <Link to="/goals/$goalId" params={{ goalId: id }}>
      {title}
    </Link>
  );
  return (
    <ItemFrame kind={strings().inbox.goal} from={last?.byName} since={since} title={link}>
      {test && (
        <p>
          <strong>{strings().inbox.verification}</strong> {test}
        </p>
      )}
      {last && <Markdown text={last.evidence} />}
      <GoalForm goal={goal} />
    </ItemFrame>
  );
}
