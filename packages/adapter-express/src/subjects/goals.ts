import { contract } from '@tandem/contract';
import type { Goal, Verification } from '@tandem/core';
import { created, list, ok, SUCCESS } from '../http/answer.ts';
import { bind } from '../http/binding.ts';
import { iso, isoOrNull } from '../http/iso.ts';

export const presentVerification = ({ at, byName, byType, passed, evidence }: Verification) => ({
  at: iso(at),
  byName,
  byType,
  passed,
  evidence,
});

export const presentGoal = (goal: Goal) => ({
  id: goal.id,
  title: goal.title,
  description: goal.description,
  test: goal.test,
  metric: goal.metric,
  status: goal.status,
  lastVerification: goal.lastVerification && presentVerification(goal.lastVerification),
  targetDate: isoOrNull(goal.targetDate),
  initiative: goal.initiative,
  externalId: goal.externalId,
  archived: goal.archived,
  createdAt: iso(goal.createdAt),
  updatedAt: iso(goal.updatedAt),
});

export const goals = bind(contract.goals, {
  list: async ({ tandem, caller, query }) => list(await tandem.goals.list(caller, query), presentGoal),
  create: async ({ tandem, caller, body }) => created(presentGoal(await tandem.goals.create(caller, body))),
  get: async ({ tandem, caller, params }) => ok(presentGoal(await tandem.goals.get(caller, params.id))),
  update: async ({ tandem, caller, params, body }) =>
    ok(presentGoal(await tandem.goals.update(caller, params.id, body))),
  verify: async ({ tandem, caller, params, body }) =>
    ok(presentGoal(await tandem.goals.verify(caller, params.id, body))),
  verifications: async ({ tandem, caller, params, query }) =>
    list(await tandem.goals.verifications(caller, params.id, query), presentVerification),
  archive: async ({ tandem, caller, params }) =>
    ok(presentGoal(await tandem.goals.archive(caller, params.id))),
  unarchive: async ({ tandem, caller, params }) =>
    ok(presentGoal(await tandem.goals.unarchive(caller, params.id))),
  delete: async ({ tandem, caller, params }) => {
    await tandem.goals.delete(caller, params.id);
    return SUCCESS;
  },
});
