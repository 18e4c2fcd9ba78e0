import { type InputsOf, id, page } from '../../inputs.ts';
import { boolean, object, oneOf, optional, text } from '../../shared/check.ts';
import { SORT_ORDERS, TASK_SORTS } from '../../tasks/order.ts';
import { taskFilterInputs } from '../../tasks/query.ts';
import { VIEW_GROUPINGS, VIEW_LAYOUTS } from '../view.ts';
import type { GivenQuery, viewUseCases } from './views.ts';

const query = object<GivenQuery>({
  filters: optional(object(taskFilterInputs)),
  sort: optional(oneOf(TASK_SORTS)),
  order: optional(oneOf(SORT_ORDERS)),
  view: optional(oneOf(VIEW_LAYOUTS)),
  groupBy: optional(oneOf(VIEW_GROUPINGS)),
});

export const viewInputs: InputsOf<typeof viewUseCases> = {
  list: [object(page)],
  get: [id],
  create: [object({ name: text, shared: optional(boolean), query: optional(query) })],
  update: [id, object({ name: optional(text), shared: optional(boolean), query: optional(query) })],
  delete: [id],
};
