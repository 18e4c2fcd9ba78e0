import { Link } from '@tanstack/react-router';
import { useMay } from '../../../api/queries/who.ts';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { newTask } from '../new/opened.ts';
import { type BoardSearch, isFiltered } from '../search.ts';

/** Replaces an empty view with a first step. */
export function NoTasks({ search }: { search: BoardSearch }) {
  const mayMake = useMay('tasks:write');
  return isFiltered(search) ? (
    <EmptyState title={strings().tasks.noneFiltered} hint={strings().tasks.noneFilteredHint}>
      <Link to="/tasks" search={search.view ? { view: search.view } : {}}>
        {strings().tasks.filter.clear}
      </Link>
    </EmptyState>
  ) : (
    <EmptyState
      title={strings().tasks.none}
      hint={mayMake ? strings().tasks.noneHint : strings().tasks.noneHintReadOnly}
    >
      {mayMake && (
        <Button primary onClick={() => newTask.open()}>
          {strings().tasks.new}
        </Button>
      )}
    </EmptyState>
  );
}
