import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { goalList } from '../../api/queries/goals.ts';
import { useMay } from '../../api/who.ts';
import { texts } from '../../app/texts/index.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failed } from '../../ui/failed.tsx';
import { CheckBox, Select } from '../../ui/fields.tsx';
import { More } from '../../ui/more.tsx';
import { Page } from '../../ui/page.tsx';
import styles from '../plans/plans.module.css';
import { GoalRow } from './goal-row.tsx';
import { GOAL_STATUSES } from './moves.ts';
import { NewGoal } from './new-goal.tsx';

const route = getRouteApi('/shell/goals');

/** All goals, newest first: what is to be true, and how far that is. */
export function GoalsPage() {
  const { new: isNew, ...filter } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(goalList(filter));
  const may = useMay('tasks:write');
  const all = query.data?.pages.flatMap((page) => page.data) ?? [];
  const { goals, plans } = texts;
  const turn = (open: boolean) =>
    void navigate({ search: { ...filter, ...(open && { new: true }) }, replace: true });
  const isEmpty = query.data !== undefined && all.length === 0;
  return (
    <Page
      title={texts.nav.goals}
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
          options={[{ value: '', text: plans.anyStatus }, ...GOAL_STATUSES]}
          onChange={(status) =>
            void navigate({
              search: ({ status: _, ...rest }) => (status === '' ? rest : { ...rest, status }),
            })
          }
        />
        <CheckBox
          label={goals.archivedToo}
          checked={filter.archived === true}
          onChange={(archived) =>
            void navigate({
              search: ({ archived: _, ...rest }) => (archived ? { ...rest, archived: true } : rest),
            })
          }
        />
      </div>
      {query.error && <Failed error={query.error} again={() => void query.refetch()} />}
      {isEmpty && filter.status && <p>{goals.noneSuch}</p>}
      {isEmpty && !filter.status && <Empty title={goals.none} hint={goals.noneHint} />}
      {all.length > 0 && (
        <ul className={styles.rows}>
          {all.map((each) => (
            <GoalRow key={each.id} goal={each} withInitiative />
          ))}
        </ul>
      )}
      <More query={query} />
      <NewGoal open={may && isNew === true} onClose={() => turn(false)} />
    </Page>
  );
}
