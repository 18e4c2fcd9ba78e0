import { PRIORITIES } from '@tandem/client';
import { Link, useNavigate } from '@tanstack/react-router';
import { MAX_CHOICES } from '../../../api/queries/lists.ts';
import { useMay } from '../../../api/queries/who.ts';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { optionsOf, Select } from '../../../ui/fields.tsx';
import { newTask } from '../new/opened.ts';
import type { People } from '../people.ts';
import { type BoardSearch, GROUPINGS, type Grouping, isFiltered } from '../search.ts';
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
          <Button
            quiet
            aria-label={words().clear}
            onClick={() =>
              set({ project: undefined, assigned: undefined, label: undefined, priority: undefined })
            }
          >
            {words().clearShort}
          </Button>
        )}
      </search>
      {mayMake && (
        <Button primary className={styles.new} onClick={() => newTask.open(search.project)}>
          {strings().tasks.new}
        </Button>
      )}
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
