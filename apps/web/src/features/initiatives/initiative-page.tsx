import type { Initiative, InitiativesUpdateBody } from '@tandem/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { goalList } from '../../api/queries/goals.ts';
import { initiative as initiativeQuery } from '../../api/queries/initiatives.ts';
import { projectList } from '../../api/queries/projects.ts';
import { isGone, tandem } from '../../api/tandem.ts';
import { useMay } from '../../api/who.ts';
import { strings } from '../../strings/index.ts';
import { useChange } from '../../ui/change.ts';
import { Failed } from '../../ui/failed.tsx';
import { Select } from '../../ui/fields.tsx';
import { Listed } from '../../ui/listed.tsx';
import { LongText } from '../../ui/long-text/long-text.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { Shares, SharesList } from '../../ui/shares.tsx';
import { GoalRow } from '../goals/goal-row.tsx';
import { Actions } from '../plans/actions.tsx';
import { useEdit } from '../plans/edit.ts';
import styles from '../plans/plans.module.css';
import { useSaveText } from '../plans/save-text.ts';
import { Sheet } from '../plans/sheet.tsx';
import { Times } from '../plans/times.tsx';
import { Title } from '../plans/title.tsx';
import { ProjectRow } from '../projects/project-row.tsx';
import { initiativeStatuses, progressOf, sharesOf } from './progress.ts';

const route = getRouteApi('/shell/initiatives/$initiativeId');

/** An initiative: its purpose, projects and goals. */
export function InitiativePage() {
  const { initiativeId } = route.useParams();
  const query = initiativeQuery(initiativeId);
  const { data: initiative, error, refetch } = useQuery(query);
  const may = useMay('tasks:write');
  const navigate = useNavigate();
  const { initiatives, plans } = strings();
  const edit = useEdit({
    queryKey: query.queryKey,
    send: (body: InitiativesUpdateBody) => tandem.initiatives.update(initiativeId, body),
    shows: ['name', 'status'],
    list: 'initiatives',
  });
  const textOf = useSaveText<Initiative, 'description'>({
    queryKey: query.queryKey,
    read: () => tandem.initiatives.get(initiativeId),
    update: (body, options) => tandem.initiatives.update(initiativeId, body, options),
  });
  const remove = useChange({
    send: () => tandem.initiatives.delete(initiativeId),
    said: () => initiatives.deleted(initiative?.name ?? ''),
    reads: ['initiatives', 'projects', 'goals'],
    onDone: () => void navigate({ to: '/initiatives' }),
  });
  if (error && (!initiative || isGone(error))) {
    return (
      <Page title={strings().initiatives.one}>
        <Failed error={error} again={() => void refetch()} />
      </Page>
    );
  }
  if (!initiative) return null;
  const { name, description, status, projectStatuses } = initiative;
  const says = progressOf(initiative);
  return (
    <Page
      title={name}
      heading={
        <Title
          keep={`initiative-name-${initiativeId}`}
          what={plans.name}
          value={name}
          onSave={(to) => edit.mutateAsync({ name: to })}
          locked={!may}
        />
      }
      actions={
        may && (
          <Actions
            onDelete={remove.mutate}
            deleteTitle={initiatives.deleteTitle(name)}
            deleteSays={initiatives.deleteSays}
          />
        )
      }
    >
      <Sheet
        fields={
          <>
            <Select
              label={plans.status}
              value={status}
              options={initiativeStatuses()}
              onChange={(to) => edit.mutate({ status: to })}
              disabled={!may}
            />
            <Times of={initiative} />
          </>
        }
      >
        <div className={styles.progress}>
          <span>{says}</span>
          <Shares label={says} shares={sharesOf(projectStatuses)} />
          <SharesList
            shares={[
              ...sharesOf(projectStatuses),
              { text: strings().projects.status.canceled, count: projectStatuses.canceled ?? 0 },
            ]}
          />
        </div>
        <LongText
          title={plans.description}
          value={description ?? ''}
          none={plans.noDescription}
          may={may}
          keep={`description-${initiativeId}`}
          send={textOf('description', plans.description.toLowerCase())}
        />
        <Projects initiativeId={initiativeId} />
        <Goals initiativeId={initiativeId} />
      </Sheet>
    </Page>
  );
}

function Projects({ initiativeId }: { initiativeId: string }) {
  const query = useInfiniteQuery(projectList({ initiativeId }));
  return (
    <Section title={strings().initiatives.projects}>
      <Listed query={query} empty={<p className={styles.soft}>{strings().initiatives.noProjects}</p>}>
        {(all) => (
          <ul className={styles.rows}>
            {all.map((each) => (
              <ProjectRow key={each.id} project={each} />
            ))}
          </ul>
        )}
      </Listed>
    </Section>
  );
}

function Goals({ initiativeId }: { initiativeId: string }) {
  const query = useInfiniteQuery(goalList({ initiativeId }));
  return (
    <Section title={strings().initiatives.goals}>
      <Listed query={query} empty={<p className={styles.soft}>{strings().initiatives.noGoals}</p>}>
        {(all) => (
          <ul className={styles.rows}>
            {all.map((each) => (
              <GoalRow key={each.id} goal={each} />
            ))}
          </ul>
        )}
      </Listed>
    </Section>
  );
}
