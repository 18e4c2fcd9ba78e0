import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/who.ts';
import { texts } from '../../app/texts/index.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { newTask } from './new/opened.ts';
import { type BoardSearch, isFiltered } from './search.ts';

/** In place of a view with nothing in it: what to do first. */
export function NoTasks({ search }: { search: BoardSearch }) {
  const mayMake = useMay('tasks:write');
  return isFiltered(search) ? (
    <Empty title={texts.tasks.noneFiltered} hint={texts.tasks.noneFilteredHint}>
      <Link to="/tasks" search={search.view ? { view: search.view } : {}}>
        {texts.tasks.filter.clear}
      </Link>
    </Empty>
  ) : (
    <Empty title={texts.tasks.none} hint={mayMake ? texts.tasks.noneHint : texts.tasks.noneHintReading}>
      {mayMake && (
        <Button primary onClick={() => newTask.open()}>
          {texts.tasks.new}
        </Button>
      )}
    </Empty>
  );
}
