import { getRouteApi } from '@tanstack/react-router';
import { texts } from '../../../app/texts/index.ts';
import { STATUSES } from '../moves.ts';
import { filterOf } from '../search.ts';
import styles from './board.module.css';
import { Column } from './column.tsx';
import { useDrag } from './drag.ts';

const route = getRouteApi('/shell/tasks');

/** All tasks by their status; what is filtered by stands in the address. */
export function BoardPage() {
  const filter = filterOf(route.useSearch());
  const drag = useDrag();
  return (
    <>
      <header className={styles.header}>
        <h1>{texts.nav.tasks}</h1>
      </header>
      <div className={styles.board}>
        {STATUSES.map((status) => (
          <Column key={status} status={status} filter={filter} drag={drag} />
        ))}
      </div>
    </>
  );
}
