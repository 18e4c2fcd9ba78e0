import type { Goal, GoalsUpdateBody } from '@tandem/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { goal as goalQuery } from '../../api/queries/goals.ts';
import { isGone, tandem } from '../../api/tandem.ts';
import { useMay } from '../../api/who.ts';
import { strings } from '../../strings/index.ts';
import { useChange } from '../../ui/change.ts';
import { Failed } from '../../ui/failed.tsx';
import { LongText } from '../../ui/long-text/long-text.tsx';
import { Page } from '../../ui/page.tsx';
import { Actions } from '../plans/actions.tsx';
import { useEdit } from '../plans/edit.ts';
import styles from '../plans/plans.module.css';
import { useSaveText } from '../plans/save-text.ts';
import { Sheet } from '../plans/sheet.tsx';
import { Title } from '../plans/title.tsx';
import { Asked } from './asked.tsx';
import { GoalFields } from './goal-fields.tsx';
import { MetricSection } from './metric-section.tsx';
import { Verifications } from './verifications.tsx';

const route = getRouteApi('/shell/goals/$goalId');

/** A goal: pending confirmation first, then its outcome, its test, and its verifications. */
export function GoalPage() {
  const { goalId } = route.useParams();
  const query = goalQuery(goalId);
  const { data: goal, error, refetch } = useQuery(query);
  const locked = !useMay('tasks:write');
  const navigate = useNavigate();
  const { goals, plans } = strings();
  const edit = useEdit({
    queryKey: query.queryKey,
    send: (body: GoalsUpdateBody) => tandem.goals.update(goalId, body),
    shows: ['title', 'metric'],
    list: 'goals',
  });
  const textOf = useSaveText<Goal, 'description' | 'test'>({
    queryKey: query.queryKey,
    read: () => tandem.goals.get(goalId),
    update: (body, options) => tandem.goals.update(goalId, body, options),
  });
  const archive = useChange({
    send: (archived: boolean) => tandem.goals[archived ? 'archive' : 'unarchive'](goalId),
    said: ({ archived, title }) => (archived ? plans.archivedNow(title) : plans.unarchivedNow(title)),
    reads: ['goals', 'goal'],
  });
  const remove = useChange({
    send: () => tandem.goals.delete(goalId),
    said: () => goals.deleted(goal?.title ?? ''),
    reads: ['goals', 'inbox'],
    onDone: () => void navigate({ to: '/goals' }),
  });
  if (error && (!goal || isGone(error))) {
    return (
      <Page title={strings().goals.one}>
        <Failed error={error} again={() => void refetch()} />
      </Page>
    );
  }
  if (!goal) return null;
  const { title, description, test, archived } = goal;
  return (
    <Page
      title={title}
      heading={
        <Title
          keep={`goal-title-${goalId}`}
          what={plans.title}
          value={title}
          onSave={(to) => edit.mutateAsync({ title: to })}
          locked={locked}
        />
      }
      actions={
        !locked && (
          <Actions
            archived={archived}
            onArchive={archive.mutate}
            onDelete={remove.mutate}
            deleteTitle={goals.deleteTitle(title)}
            deleteSays={goals.deleteSays}
          />
        )
      }
    >
      {archived && <p className={styles.banner}>{goals.archivedHint}</p>}
      {goal.status === 'verification_pending' && !locked && <Asked goal={goal} />}
      <Sheet fields={<GoalFields goal={goal} edit={edit.mutate} locked={locked} />}>
        <LongText
          title={goals.testField}
          value={test ?? ''}
          none={goals.noTest}
          may={!locked}
          keep={`test-${goalId}`}
          send={textOf('test', goals.testField.toLowerCase())}
        />
        <LongText
          title={plans.description}
          value={description ?? ''}
          none={plans.noDescription}
          may={!locked}
          keep={`description-${goalId}`}
          send={textOf('description', plans.description.toLowerCase())}
        />
        <MetricSection goal={goal} onSave={edit.mutateAsync} locked={locked} />
        <Verifications goal={goal} locked={locked} />
      </Sheet>
    </Page>
  );
}
