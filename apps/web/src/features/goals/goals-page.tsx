import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { goalList } from '../../api/queries/goals.ts';
import { useMay } from '../../api/queries/who.ts';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { CheckBox, Select } from '../../ui/fields.tsx';
import { Listed } from '../../ui/listed.tsx';
import { Page } from '../../ui/page.tsx';
import styles from '../plans/plans.module.css';
import { GoalRow } from './goal-row.tsx';
import { goalStatuses } from './moves.ts';
import { NewGoal } from './new-goal.tsx';

const route = getRouteApi('/shell/goals');

/** All goals, newest first, with their progress. */
export function GoalsPage() {
  const { new: isNew, ...filter } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(goalList(filter));
  const may = useMay('tasks:write');
  const { goals, plans } = strings();
  const turn = (open: boolean) =>
    void navigate({ search: { ...filter, ...(open && { new: true }) }, replace: true });
  return (
    <Page
      title={strings().nav.goals}
      actions={
        may && (
          <Button primary onClick={() => turn(true)}>
            {goals.new}
          </Button>
        )
      }
    >
      <div className={styles.toolbar}>
        <Select
          bare
          label={plans.status}
          value={filter.status ?? ''}
          options={[{ value: '', text: plans.anyStatus }, ...goalStatuses()]}
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
      </div>
      <Listed
        query={query}
        empty={
          filter.status ? <p>{goals.noneWithStatus}</p> : <Empty title={goals.none} hint={goals.noneHint} />
        }
      >
        {(all) => (
          <ul className={styles.rows}>
            {all.map((each) => (
              <GoalRow key={each.id} goal={each} withInitiative />
            ))}
          </ul>
        )}
      </Listed>
      <NewGoal open={may && isNew === true} onClose={() => turn(false)} />
    </Page>
  );
}
