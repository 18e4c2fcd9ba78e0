import type { Page as Batch } from '@tandem/client';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { itemsOf } from '../../api/queries/lists.ts';
import { useMay } from '../../api/queries/who.ts';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import type { PlanKind } from './kind.ts';
import type { NewPlanProps } from './new-plan.tsx';
import styles from './plans.module.css';

interface PlansPageProps<Item> {
  readonly kind: PlanKind;
  readonly query: UseInfiniteQueryResult<InfiniteData<Batch<Item>>>;
  readonly toolbar?: ReactNode;
  /** Replaces the empty state, which offers the first action. */
  readonly noneWithStatus?: ReactNode;
  readonly rowOf: (item: Item) => ReactNode;
  /** The dialog for something new. */
  readonly New: ComponentType<NewPlanProps>;
  readonly isNew: boolean | undefined;
  readonly onNew: (open: boolean) => void;
}

/** All projects, goals or initiatives, newest first, and the dialog for a new one. */
export function PlansPage<Item>(props: PlansPageProps<Item>) {
  const { kind, query, toolbar, noneWithStatus, rowOf, New, isNew, onNew } = props;
  const may = useMay('tasks:write');
  const { nav, [kind]: texts } = strings();
  const { data, hasNextPage } = query;
  const isEmpty = data && itemsOf(data).length === 0 && !hasNextPage && !noneWithStatus;
  const action = may && (
    <Button primary onClick={() => onNew(true)}>
      {texts.new}
    </Button>
  );
  return (
    <Page title={nav[kind]} actions={!isEmpty && action}>
      {toolbar && <div className={styles.toolbar}>{toolbar}</div>}
      <PagedList
        query={query}
        empty={
          noneWithStatus ?? (
            <EmptyState title={texts.none} hint={texts.noneHint}>
              {action}
            </EmptyState>
          )
        }
      >
        {(all) => <ul className={styles.rows}>{all.map(rowOf)}</ul>}
      </PagedList>
      <New open={may && isNew === true} onClose={() => onNew(false)} />
    </Page>
  );
}
