import { SEARCH_TYPES } from '@tandem/client';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { strings } from '../../strings/index.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { CheckBox, TextField } from '../../ui/fields.tsx';
import { Page } from '../../ui/page.tsx';
import { Select } from '../../ui/select.tsx';
import { useTypedAhead } from '../../ui/typed-ahead.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import { Hits } from './hits.tsx';
import styles from './search.module.css';
import type { SearchSearch } from './search.ts';

const route = getRouteApi('/shell/search');

/** `SearchSearch` with omitted values as explicit undefined. */
type Change = { readonly [Name in keyof SearchSearch]: SearchSearch[Name] | undefined };

/** Search results. The query is in the address, so that a search can be bookmarked and shared. */
export function SearchPage() {
  const { q = '', types, archived } = route.useSearch();
  const navigate = route.useNavigate();
  const [text, setText] = useState(q);
  const debounced = useDebounced(text);
  // The query also changes through the palette and browser history.
  useEffect(() => setText(q), [q]);
  const go = (to: Change) =>
    void navigate({
      search: Object.fromEntries(Object.entries(to).filter(([, value]) => value)),
      replace: true,
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once somebody pauses, and not when the address changes.
  useEffect(() => {
    if (debounced === text && debounced !== q) go({ q: debounced, types, archived });
  }, [debounced]);
  const { search } = strings();
  useTypedAhead((typed) => setText(text + typed));
  return (
    <Page title={strings().nav.search}>
      <search className={styles.asked}>
        <TextField
          bare
          autoFocus
          type="search"
          label={search.field}
          placeholder={search.placeholder}
          value={text}
          onChange={setText}
          onKeyDown={({ key }) => key === 'Enter' && go({ q: text, types, archived })}
        />
        <Select
          bare
          label={search.type}
          value={types ?? ''}
          options={[
            { value: '', text: search.anyType },
            ...SEARCH_TYPES.map((type) => ({ value: type, text: search.types[type] })),
          ]}
          onChange={(to) => go({ q, types: to === '' ? undefined : to, archived })}
        />
        <CheckBox
          label={search.includeArchived}
          checked={archived === true}
          onChange={(to) => go({ q, types, archived: to || undefined })}
        />
      </search>
      {q.trim() === '' ? (
        <EmptyState title={search.emptyTitle} hint={search.emptyHint} />
      ) : (
        <Hits q={q} types={types} archived={archived} />
      )}
    </Page>
  );
}
