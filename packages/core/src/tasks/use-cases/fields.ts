import type { Caller } from '../../access/caller.ts';
import { type Label, labelEntity } from '../../labels/label.ts';
import { checkExternalIdFree } from '../../lookup/external-ids.ts';
import { namedLabels } from '../../lookup/labels.ts';
import { resolveMember } from '../../lookup/members.ts';
import { isAssignable, memberRef } from '../../members/member.ts';
import type { SteadyPorts, Stores } from '../../ports.ts';
import { all } from '../../shared/all.ts';
import type { NewId } from '../../shared/environment.ts';
import { changedExternalId } from '../../shared/external-id.ts';
import { invalid } from '../../shared/refusal.ts';
import { recorder } from '../../steps/record.ts';
import { storedBudget } from '../budget.ts';
import { changedMetadata } from '../metadata.ts';
import { changedPlain, normalizeTags, type Task, type TaskChange, type TaskFields } from '../task.ts';

/** The fields after the input is applied, and the labels created for it. */
export async function applyInput(
  stores: Stores,
  before: TaskFields,
  input: TaskChange,
  newId: NewId,
): Promise<{ fields: TaskFields; made: readonly Label[] }> {
  const [assignee, project] = await all(
    resolveAssignee(stores, input.assignedTo, before),
    resolveProject(stores, input.projectId, before),
  );
  const externalId = changedExternalId(before.externalId, input.externalId);
  await checkExternalIdFree(stores.tasks, externalId, before.externalId);
  const named =
    input.labels && (await namedLabels(stores, input.labels, input.createMissing ?? false, newId));
  const fields = {
    ...changedPlain(before, input),
    title: input.title?.trim() ?? before.title,
    assignee,
    project,
    budget: input.budget === undefined ? before.budget : storedBudget(input.budget),
    tags: input.tags ? normalizeTags(input.tags) : before.tags,
    labels: named?.labels ?? before.labels,
    externalId,
    metadata: changedMetadata(before.metadata, input.metadata),
  };
  return { fields, made: named?.made ?? [] };
}

async function resolveAssignee(
  stores: Stores,
  name: string | null | undefined,
  before: TaskFields,
): Promise<Task['assignee']> {
  if (name === undefined) return before.assignee;
  if (name === null) return null;
  const member = await resolveMember(stores, name, 'assignedTo');
  if (member.id === before.assignee?.id || isAssignable(member)) return memberRef(member);
  throw invalid({ assignedTo: 'must not be a verifier: choose another member' });
}

async function resolveProject(
  { projects }: Stores,
  id: string | null | undefined,
  before: TaskFields,
): Promise<Task['project']> {
  if (id === undefined) return before.project;
  if (id === null) return null;
  const project = await projects.byId(id);
  if (!project) throw invalid({ projectId: 'must be the id of a project in this workspace' });
  return { id: project.id, title: project.title };
}

/** Records the labels that were created for a task. */
export const labelRecorder = (ports: Pick<SteadyPorts, 'clock' | 'newId'>) => {
  const record = recorder(ports);
  return async (stores: Stores, by: Caller, made: readonly Label[]): Promise<void> => {
    for (const label of made) await record(stores, by, { entity: labelEntity(label), action: 'created' });
  };
};
