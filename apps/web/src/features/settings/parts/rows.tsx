import type { ComponentProps, ReactNode } from 'react';
import { PagedList } from '../../../ui/paged-list.tsx';
import styles from './settings.module.css';

interface RowsProps<Item> extends Omit<ComponentProps<typeof PagedList<Item>>, 'children'> {
  /** The name of the list. */
  readonly label: string;
  readonly children: (item: Item) => ReactNode;
}

/** A list of settings, one row per item. */
export const Rows = <Item extends { readonly id: string }>({ label, children, ...list }: RowsProps<Item>) => (
  <PagedList {...list}>
    {(items) => (
      <ul className={styles.rows} aria-label={label}>
        {items.map((item) => (
          <li key={item.id} className={styles.row}>
            {children(item)}
          </li>
        ))}
      </ul>
    )}
  </PagedList>
);
