import { PRIORITIES } from '@tandem/client';
import { Link, useNavigate } from '@tanstack/react-router';
import { MAX_CHOICES } from '../../../api/queries/lists.ts';
import { useMay } from '../../../api/queries/who.ts';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { X } from '../../../ui/icons.ts';
import { optionsOf, Select } from '../../../ui/select.tsx';
import { newTask } from '../new/opened.ts';
import { SORTS, type Sort } from '../order.ts';
import type { People } from '../people.ts';
import { type BoardSearch, DUES, type Due, GROUPINGS, type Grouping, isFiltered } from '../search.ts';
import { ViewActions } from '../views/view-actions.tsx';
import styles from './filter-bar.module.css';
import { FilterPicker } from './filter-picker.tsx';
import { useFilterChoices } from './use-filter-choices.ts';

interface FilterBarProps {
  readonly search: BoardSearch;
  readonly people: People;
}

const words = () => strings().tasks.filter;

/** The view's controls: layout, filters and grouping, all stored in the address. */
export function FilterBar({ search, people }: FilterBarProps) {
  const navigate = useNavigate();
  const choices = useFilterChoices(search, people);
  const set = (change: { readonly [Name in keyof BoardSearch]?: BoardSearch[Name] | undefined }) =>
    void navigate({
      to: '/tasks',
      search: (before) => ({ ...before, ...change }) as BoardSearch,
      replace: true,
    });
  const mayMake = useMay('tasks:write');
  const isList = search.view === 'list';
  const groupings = GROUPINGS.filter((each) => each !== 'none' || isList);
  return (
    <header className={styles.bar}>
      <h1>{strings().nav.tasks}</h1>
      <nav className={styles.views} aria-label={strings().tasks.view}>
        <ViewLink text={strings().tasks.board} search={search} isList={false} />
        <ViewLink text={strings().tasks.list} search={search} isList />
      </nav>
      <div className={styles.actions}>
        <ViewActions search={search} />
        {mayMake && (
          <Button primary onClick={() => newTask.open(search.project)}>
            {strings().tasks.new}
          </Button>
        )}
      </div>
      <search className={styles.filters} aria-label={strings().tasks.filters}>
        <FilterPicker
          label={words().project}
          any={words().anyProject}
          choices={choices.projects}
          value={search.project}
          onChange={(project) => set({ project })}
        />
        <FilterPicker
          label={words().assigned}
          any={words().anyone}
          choices={choices.people}
          value={search.assigned}
          onChange={(assigned) => set({ assigned })}
        />
        <FilterPicker
          label={words().label}
          any={words().anyLabel}
          choices={choices.labels}
          asWritten={choices.labels.length >= MAX_CHOICES}
          value={search.label}
          onChange={(label) => set({ label })}
        />
        <div className={styles.select} data-set={search.priority !== undefined || undefined}>
          <Select
            bare
            label={words().priority}
            value={search.priority ?? ''}
            options={[{ value: '', text: words().anyPriority }, ...optionsOf(PRIORITIES, strings().priority)]}
            onChange={(priority) => set({ priority: priority === '' ? undefined : priority })}
          />
        </div>
        <div className={styles.select} data-set={search.due !== undefined || undefined}>
          <Select<Due | ''>
            bare
            label={words().due}
            value={search.due ?? ''}
            options={[{ value: '', text: words().anyDue }, ...optionsOf(DUES, words().dues)]}
            onChange={(due) => set({ due: due === '' ? undefined : due })}
          />
        </div>
        {search.more && (
          <Button quiet onClick={() => set({ more: undefined })}>
            {strings().views.more(Object.keys(search.more).length)}
            <X />
          </Button>
        )}
        <div className={styles.select}>
          <Select<Sort>
            bare
            label={strings().tasks.sort}
            value={search.sort ?? 'created'}
            options={optionsOf(['created', ...SORTS] as const, strings().tasks.sortBy)}
            onChange={(sort) => set({ sort: sort === 'created' ? undefined : sort })}
          />
        </div>
        <div className={styles.select}>
          <Select<Grouping | 'status'>
            bare
            label={strings().tasks.group}
            value={search.group ?? 'status'}
            options={optionsOf(['status', ...groupings] as const, strings().tasks.groupBy)}
            onChange={(group) => set({ group: group === 'status' ? undefined : group })}
          />
        </div>
        {isFiltered(search) && (
          <Button quiet aria-label={words().clear} onClick={() => set(NO_FILTERS)}>
            {words().clearShort}
          </Button>
        )}
      </search>
    </header>
  );
}

const NO_FILTERS = {
  project: undefined,
  assigned: undefined,
  label: undefined,
  priority: undefined,
  due: undefined,
  more: undefined,
  saved: undefined,
};

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
