import { type InputsOf, id, page } from '../../inputs.ts';
import { boolean, maybe, number, object, oneOf, optional, text } from '../../shared/check.ts';
import { externalIdInput } from '../../shared/external-id.ts';
import type { Metric } from '../goal.ts';
import { GOAL_STATUSES } from '../status.ts';
import type { goalUseCases } from './goals.ts';

const fields = {
  description: maybe(text),
  test: maybe(text),
  metric: maybe(object<Metric>({ target: number, current: number, unit: text })),
  status: optional(oneOf(GOAL_STATUSES)),
  targetDate: maybe(number),
  initiativeId: maybe(text),
  externalId: externalIdInput,
};

export const goalInputs: InputsOf<typeof goalUseCases> = {
  list: [
    object({
      ...page,
      status: optional(oneOf(GOAL_STATUSES)),
      initiativeId: optional(text),
      archived: optional(boolean),
      externalId: optional(text),
    }),
  ],
  create: [object({ title: text, ...fields })],
  get: [id],
  update: [id, object({ title: optional(text), ...fields })],
  verify: [id, object({ passed: boolean, evidence: text, metricCurrent: optional(number) })],
  verifications: [id, object(page)],
  archive: [id],
  unarchive: [id],
  delete: [id],
};
