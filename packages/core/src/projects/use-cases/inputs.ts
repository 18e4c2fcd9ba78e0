import { type InputsOf, id, page } from '../../inputs.ts';
import { list, maybe, number, object, oneOf, optional, text } from '../../shared/check.ts';
import { externalIdInput } from '../../shared/external-id.ts';
import { TASK_STATUSES } from '../../tasks/status.ts';
import { PRIORITIES } from '../../tasks/task.ts';
import { PROJECT_STATUSES } from '../project.ts';
import type { projectUseCases } from './projects.ts';

const status = optional(oneOf(PROJECT_STATUSES));

const fields = {
  description: maybe(text),
  status,
  color: optional(text),
  targetDate: maybe(number),
  initiativeId: maybe(text),
  goalId: maybe(text),
  externalId: externalIdInput,
};

export const projectInputs: InputsOf<typeof projectUseCases> = {
  list: [object({ ...page, status, initiativeId: optional(text), externalId: optional(text) })],
  create: [object({ title: text, ...fields })],
  get: [id],
  update: [id, object({ title: optional(text), ...fields })],
  delete: [id],
  archive: [id],
  unarchive: [id],
  tasks: [
    id,
    object({
      ...page,
      status: optional(list(oneOf(TASK_STATUSES))),
      priority: optional(list(oneOf(PRIORITIES))),
    }),
  ],
};
