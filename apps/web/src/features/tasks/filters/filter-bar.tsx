import { Link, useNavigate } from '@tanstack/react-router';
import { useMay } from '../../../api/queries/who.ts';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Plus } from '../../../ui/icons.ts';
import { optionsOf, Select } from '../../../ui/select.tsx';
import { newTask } from '../new/opened.ts';
import { SORTS, type Sort } from '../order.ts';
import type { People } from '../people.ts';
import { type BoardSearch, GROUPINGS, type Grouping, valuesOf } from '../search.ts';
import { ViewActions } from '../views/view-actions.tsx';
import styles from './filter-bar.module.css';
import { Filters, type SearchChange } from './filters.tsx';

interface FilterBarProps {
  readonly search: BoardSearch;
  readonly people: People;
  /** The name of the view. */
  readonly title: string;
}

/** The view's controls: layout, filters, order and grouping, all stored in the address. */
export function FilterBar({ search, people, title }: FilterBarProps) {
  const navigate = useNavigate();
  const set = (change: SearchChange) =>
    void navigate({
      to: '/tasks',
      search: (before) => ({ ...before, ...change }) as BoardSearch,
      replace: true,
    });
  const mayMake = useMay('tasks:write');
  const groupings = GROUPINGS.filter((each) => each !== 'none' || search.view === 'list');
  const [project, ...others] = valuesOf(search, 'project');
  return (
    <header className={styles.bar}>
      <h1>{title}</h1>
      <nav className={styles.views} aria-label={strings().tasks.view}>
        <ViewLink text={strings().tasks.board} search={search} isList={false} />
        <ViewLink text={strings().tasks.list} search={search} isList />
      </nav>
      <div className={styles.actions}>
        <ViewActions search={search} />
        {mayMake && (
          <Button
            primary
            onClick={() => newTask.open(others.length === 0 && project !== 'none' ? project : undefined)}
          >
            <Plus />
            {strings().tasks.new}
          </Button>
        )}
      </div>
      <search className={styles.filters} aria-label={strings().tasks.filters}>
        <Filters search={search} people={people} set={set} />
        <div className={styles.order}>
          <Select<Sort>
            bare
            label={strings().tasks.sort}
            prefix={strings().tasks.sortPrefix}
            value={search.sort ?? 'created'}
            options={optionsOf(['created', ...SORTS] as const, strings().tasks.sortBy)}
            onChange={(sort) => set({ sort: sort === 'created' ? undefined : sort })}
          />
          <Select<Grouping | 'status'>
            bare
            label={strings().tasks.group}
            prefix={strings().tasks.groupPrefix}
            value={search.group ?? 'status'}
            options={optionsOf(['status', ...groupings] as const, strings().tasks.groupBy)}
            onChange={(group) => set({ group: group === 'status' ? undefined : group })}
          />
        </div>
      </search>
    </header>
  );
}

interface ViewLinkProps {
  readonly text: string;
  readonly search: BoardSearch;
  readonly isList: boolean;
}

const ViewLink = ({ text, search: { view: _, group, ...rest }, isList }: ViewLinkProps) => (
  <Link
    to="/tasks"
    search={{
      ...(isList && { view: 'list' }),
      ...(group && (isList || group !== 'none') && { group }),
      ...rest,
    }}
    className={styles.view}
    activeOptions={{ exact: true }}
  >
    {text}
  </Link>
);
