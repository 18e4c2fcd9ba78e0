import { getRouteApi } from '@tanstack/react-router';
import { goal as goalQuery } from '../../api/queries/goals.ts';
import { tandem } from '../../api/tandem.ts';
import { strings } from '../../strings/index.ts';
import { PlanPage } from '../plans/plan-page.tsx';
import { GoalConfirmation } from './goal-confirmation.tsx';
import { GoalFields } from './goal-fields.tsx';
import { MetricSection } from './metric-section.tsx';
import { Verifications } from './verifications.tsx';

const route = getRouteApi('/shell/goals/$goalId');

/** A goal: pending confirmation first, then its outcome, its test, and its verifications. */
export function GoalPage() {
  const { goalId } = route.useParams();
  const { goals, plans } = strings();
  return (
    <PlanPage
      id={goalId}
      kind="goals"
      query={goalQuery(goalId)}
      operations={tandem.goals}
      name="title"
      shows={['title', 'metric']}
      deleteReads={['inbox']}
      top={(goal, locked) =>
        goal.status === 'verification_pending' && !locked && <GoalConfirmation goal={goal} />
      }
      fields={(goal, { edit, locked }) => <GoalFields goal={goal} edit={edit} locked={locked} />}
    >
      {(goal, { editAsync, locked, text }) => (
        <>
          {text('test', goals.testField, goals.noTest)}
          {text('description', plans.description, plans.noDescription)}
          <MetricSection goal={goal} onSave={editAsync} locked={locked} />
          <Verifications goal={goal} locked={locked} />
        </>
      )}
    </PlanPage>
  );
}
