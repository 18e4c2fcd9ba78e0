import { type InputsOf, id, page } from '../../inputs.ts';
import { list, object, oneOf, optional, record, text } from '../../shared/check.ts';
import { PRIORITIES } from '../../tasks/task.ts';
import { recordInput } from '../import.ts';
import type { importUseCases } from './imports.ts';

const map = object({
  status: optional(record(text)),
  priority: optional(record(oneOf(PRIORITIES))),
  labels: optional(record(text)),
});

const created = { source: text, options: optional(object({ map: optional(map), project: optional(text) })) };

export const importInputs: InputsOf<typeof importUseCases> = {
  list: [object(page)],
  get: [id],
  create: [object(created)],
  preview: [object({ ...created, records: list(recordInput) })],
  add: [id, object({ records: list(recordInput) })],
  finish: [id],
  undo: [id],
};
