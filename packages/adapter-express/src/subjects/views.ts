import { contract } from '@tandem/contract';
import { type TaskFilters, TIME_FILTERS, type View } from '@tandem/core';
import { created, list, ok, SUCCESS } from '../http/answer.ts';
import { bind } from '../http/binding.ts';
import { iso } from '../http/iso.ts';

type Time = (typeof TIME_FILTERS)[number];
type ShownFilters = Omit<TaskFilters, Time | 'label'> & {
  readonly label?: readonly string[];
} & { readonly [Name in Time]?: string };

const presentFilters = ({ label, ...filters }: TaskFilters): ShownFilters =>
  Object.assign(
    { ...(filters as Omit<TaskFilters, Time | 'label'>) },
    label !== undefined && { label: [label].flat() },
    ...TIME_FILTERS.map((name) => filters[name] !== undefined && { [name]: iso(filters[name]) }),
  );

export const presentView = ({ query, createdAt, updatedAt, ...view }: View) => ({
  ...view,
  query: { ...query, filters: presentFilters(query.filters) },
  createdAt: iso(createdAt),
  updatedAt: iso(updatedAt),
});

export const views = bind(contract.views, {
  list: async ({ tandem, caller, query }) => list(await tandem.views.list(caller, query), presentView),
  create: async ({ tandem, caller, body }) => created(presentView(await tandem.views.create(caller, body))),
  get: async ({ tandem, caller, params }) => ok(presentView(await tandem.views.get(caller, params.id))),
  update: async ({ tandem, caller, params, body }) =>
    ok(presentView(await tandem.views.update(caller, params.id, body))),
  delete: async ({ tandem, caller, params }) => {
    await tandem.views.delete(caller, params.id);
    return SUCCESS;
  },
});
