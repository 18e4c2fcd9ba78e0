import {
  DEFAULT_PROJECT_COLOR,
  DEFAULT_PROJECT_STATUS,
  NO_TASKS,
  PROJECT_STATUSES,
  PROJECT_TEXTS,
  type Project,
  projectEntity,
} from '../../projects/project.ts';
import { dateProblem } from '../../shared/date.ts';
import { colorProblem, LIMITS } from '../../shared/text.ts';
import type { ImportedField } from '../merge.ts';
import type { RecordOf } from '../record.ts';
import { fitted } from '../words.ts';
import { archivedField, describedAs, goalOf, initiativeOf, statusIn } from './planning.ts';
import {
  exportedExternalId,
  type Importer,
  type ImportUnit,
  idFor,
  idHere,
  implied,
  lookedUp,
} from './unit.ts';

type ProjectRecord = RecordOf<'project'>;

const field = <Name extends keyof Project & keyof typeof PROJECT_TEXTS>(
  name: Name,
): ImportedField<Project> => ({
  text: PROJECT_TEXTS[name],
  part: (project) => ({ [name]: project[name] }),
});

export const projects: Importer<ProjectRecord, Project> = {
  fields: {
    title: field('title'),
    description: field('description'),
    status: field('status'),
    color: field('color'),
    targetDate: field('targetDate'),
    initiativeId: { text: PROJECT_TEXTS.initiativeId, part: ({ initiative }) => ({ initiative }) },
    goalId: { text: PROJECT_TEXTS.goalId, part: ({ goal }) => ({ goal }) },
    archived: archivedField,
  },
  byId: ({ stores }, id) => stores.projects.byId(id),

  wanted: async (unit, record, current) => {
    const { stores, now, warn } = unit;
    const title = fitted(record.title.trim(), LIMITS.title, 'title', warn).trim();
    if (title === '') return 'The project has no title.';
    const color = record.color ?? undefined;
    const date = record.targetDate ?? null;
    return {
      id: current?.id ?? (await idFor(unit, record)),
      title,
      description: describedAs(record.description, 'description', unit),
      status: statusIn(unit, {
        given: record.status,
        values: PROJECT_STATUSES,
        usual: DEFAULT_PROJECT_STATUS,
      }),
      color: color && colorProblem(color) === undefined ? color : DEFAULT_PROJECT_COLOR,
      targetDate: date !== null && dateProblem(date) === undefined ? date : null,
      initiative: await initiativeOf(unit, record.initiativeId),
      goal: await goalOf(unit, record.goalId),
      externalId: current ? current.externalId : await exportedExternalId(stores.projects, record),
      taskCounts: NO_TASKS,
      archived: record.archived ?? false,
      createdAt: record.createdAt ?? now,
      updatedAt: record.updatedAt ?? record.createdAt ?? now,
    };
  },
  insert: async ({ stores, record }, project) => {
    await stores.projects.insert(project);
    await record({ entity: projectEntity(project), action: 'created' });
  },
  update: async ({ stores, record, now }, after, _before, changes) => {
    await stores.projects.update({ ...after, updatedAt: now });
    await record({ entity: projectEntity(after), action: 'updated', changes });
  },
};

/** The project of a task: that of its record, otherwise the one that the options name, which is created once. */
export async function resolveProject(
  unit: ImportUnit,
  projectId: string | null | undefined,
): Promise<Pick<Project, 'id' | 'title'> | null> {
  const { run, stores, warn } = unit;
  if (projectId) {
    const project = await lookedUp(unit.known, `the project ${projectId}`, async () => {
      const id = await idHere(unit, 'project', projectId);
      return id === null ? null : stores.projects.byId(id);
    });
    if (project) return project;
    if (unit.preview) return { id: projectId, title: '' };
    warn('Its project is not in the source, or was deleted here.');
  }
  const title = run.options.project;
  if (!title) return null;
  return lookedUp(unit.known, `the project named ${title}`, async () => {
    const externalId = `project:${title}`;
    return implied(unit, projects, { type: 'project', externalId, title });
  });
}
