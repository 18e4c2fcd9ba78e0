import { GOAL_STATUSES } from '@tandem/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { goalList } from '../../api/queries/goals.ts';
import { strings } from '../../strings/index.ts';
import { CheckBox } from '../../ui/fields.tsx';
import { optionsOf, Select } from '../../ui/select.tsx';
import { PlansPage } from '../plans/plans-page.tsx';
import { GoalRow } from './goal-row.tsx';
import { NewGoal } from './new-goal.tsx';

const route = getRouteApi('/shell/goals');

/** All goals, newest first, with their progress. */
export function GoalsPage() {
  const { new: isNew, ...filter } = route.useSearch();
  const navigate = route.useNavigate();
  const { goals, plans } = strings();
  return (
    <PlansPage
      kind="goals"
      query={useInfiniteQuery(goalList(filter))}
      toolbar={
        <>
          <Select
            bare
            label={plans.status}
            value={filter.status ?? ''}
            options={[{ value: '', text: plans.anyStatus }, ...optionsOf(GOAL_STATUSES, goals.status)]}
            onChange={(status) =>
              void navigate({
                search: ({ status: _, ...rest }) => (status === '' ? rest : { ...rest, status }),
              })
            }
          />
          <CheckBox
            label={goals.includeArchived}
            checked={filter.archived === true}
            onChange={(archived) =>
              void navigate({
                search: ({ archived: _, ...rest }) => (archived ? { ...rest, archived: true } : rest),
              })
            }
          />
        </>
      }
      noneWithStatus={filter.status && <p>{goals.noneWithStatus}</p>}
      rowOf={(goal) => <GoalRow key={goal.id} goal={goal} withInitiative />}
      New={NewGoal}
      isNew={isNew}
      onNew={(open) => void navigate({ search: { ...filter, ...(open && { new: true }) }, replace: true })}
    />
  );
}
