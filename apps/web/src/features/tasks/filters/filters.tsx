import { EFFORTS, PRIORITIES, TASK_STATUSES } from '@tandem/client';
import { type ReactNode, useEffect, useState } from 'react';
import { MAX_CHOICES } from '../../../api/queries/lists.ts';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { SlidersHorizontal, X } from '../../../ui/icons.ts';
import { Menu } from '../../../ui/menu.tsx';
import type { Choice } from '../../../ui/picker.tsx';
import { optionsOf } from '../../../ui/select.tsx';
import { StatusIcon } from '../../../ui/status-icon.tsx';
import { useDebounced } from '../../../ui/use-debounced.ts';
import type { People } from '../people.ts';
import { PriorityIcon } from '../priority.tsx';
import {
  type BoardSearch,
  DUES,
  FILTERS,
  type FilterName,
  isFiltered,
  severalOf,
  valuesOf,
} from '../search.ts';
import styles from './filter-bar.module.css';
import { FilterChip } from './filter-chip.tsx';
import { useFilterChoices } from './use-filter-choices.ts';

export type SearchChange = { readonly [Name in keyof BoardSearch]?: BoardSearch[Name] | undefined };

interface FiltersProps {
  readonly search: BoardSearch;
  readonly people: People;
  readonly set: (change: SearchChange) => void;
}

const words = () => strings().tasks.filter;

/** Filters of which a choice replaces the one before. */
const isSingle = (name: FilterName): boolean => name === 'due' || name === 'createdBy';

/** A text search, and a chip for each filter that is set. */
export function Filters({ search, people, set }: FiltersProps) {
  const known = useFilterChoices(search, people);
  const [added, setAdded] = useState<FilterName | null>(null);
  const [typed, setTyped] = useState('');
  const written = (all: readonly Choice[]): readonly Choice[] => {
    const name = typed.trim();
    const isKnown = name === '' || all.some(({ text }) => text.toLowerCase() === name.toLowerCase());
    return isKnown ? all : [...all, { value: name, text: name }];
  };
  const choices: Readonly<Record<FilterName, readonly Choice[]>> = {
    status: optionsOf(TASK_STATUSES, strings().status, (value) => <StatusIcon status={value} />),
    priority: optionsOf(PRIORITIES, strings().priority, (value) => <PriorityIcon value={value} />),
    assigned: known.people,
    createdBy: known.people.filter(({ value }) => value !== 'unassigned'),
    label: known.labels.length >= MAX_CHOICES ? written(known.labels) : known.labels,
    project: known.projects,
    due: optionsOf(DUES, words().dues),
    effort: optionsOf(EFFORTS, strings().task.efforts),
    tag: written(valuesOf(search, 'tag').map((tag) => ({ value: tag, text: tag }))),
  };
  const shown = FILTERS.filter((name) => name === added || valuesOf(search, name).length > 0);
  return (
    <>
      <WordsFilter value={search.q ?? ''} onChange={(q) => set({ q: q || undefined })} />
      {shown.map((name) => (
        <FilterChip
          key={name}
          label={words().names[name]}
          choices={choices[name]}
          values={valuesOf(search, name)}
          onChange={(values) => {
            set({ [name]: severalOf(isSingle(name) ? values.slice(-1) : values) });
            if (values.length === 0 && name !== added) setAdded(null);
          }}
          isNew={name === added}
          onClose={() => setAdded(null)}
          onWrite={name === 'tag' || name === 'label' ? setTyped : undefined}
        />
      ))}
      {search.more && (
        <More onClear={() => set({ more: undefined })}>
          {strings().views.more(Object.keys(search.more).length)}
        </More>
      )}
      <Menu
        label={words().add}
        trigger={
          <Button quiet>
            <SlidersHorizontal />
            {words().add}
          </Button>
        }
        entries={FILTERS.filter((name) => !shown.includes(name)).map((name) => ({
          text: words().names[name],
          act: () => {
            setTyped('');
            setAdded(name);
          },
        }))}
      />
      {isFiltered(search) && (
        <Button quiet aria-label={words().clear} onClick={() => set(NO_FILTERS)}>
          {words().clearShort}
        </Button>
      )}
    </>
  );
}

const NO_FILTERS: SearchChange = {
  ...(Object.fromEntries(FILTERS.map((name) => [name, undefined])) as SearchChange),
  q: undefined,
  more: undefined,
  saved: undefined,
};

const More = ({ children, onClear }: { readonly children: ReactNode; readonly onClear: () => void }) => (
  <Button quiet onClick={onClear}>
    {children}
    <X />
  </Button>
);

interface WordsFilterProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Words of the tasks. The field keeps the input while it is being typed. */
function WordsFilter({ value, onChange }: WordsFilterProps) {
  const [typed, setTyped] = useState(value);
  const settled = useDebounced(typed);
  useEffect(() => setTyped(value), [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing changes the address.
  useEffect(() => {
    if (settled.trim() !== value) onChange(settled.trim());
  }, [settled]);
  return (
    <div className={styles.words}>
      <TextField
        bare
        type="search"
        label={words().words}
        placeholder={words().words}
        value={typed}
        onChange={setTyped}
      />
    </div>
  );
}
