import { operations } from '@tandem/contract';
import { AGENTS } from './agents.ts';
import { bodyCases } from './bodies.ts';
import type { StallCase } from './case.ts';
import { CHATS } from './chats.ts';
import { CLAIMS } from './claims.ts';
import { EVENTS } from './events.ts';
import { FILES } from './files.ts';
import { OTHERS } from './others.ts';
import { PEOPLE } from './people.ts';
import { PLANS } from './plans.ts';
import { PROOF } from './proof.ts';
import { TASK_LIST } from './task-list.ts';
import { TASKS } from './tasks.ts';
import { TREES } from './trees.ts';
import { USAGE } from './usage.ts';
import { VERIFICATIONS } from './verifications.ts';
import { WEBHOOKS } from './webhooks.ts';

const MADE_BY_HAND = [
  ...TASK_LIST,
  ...TASKS,
  ...TREES,
  ...CLAIMS,
  ...PLANS,
  ...AGENTS,
  ...CHATS,
  ...FILES,
  ...PEOPLE,
  ...USAGE,
  ...PROOF,
  ...VERIFICATIONS,
  ...EVENTS,
  ...WEBHOOKS,
  ...OTHERS,
];

/** The worst known requests of every operation. */
export const CASES: readonly StallCase[] = [...MADE_BY_HAND, ...bodyCases(MADE_BY_HAND)];

/** Operations without a case; there should be none. */
export function operationsWithoutCase(cases: readonly StallCase[] = CASES): string[] {
  const known = new Set(cases.map(({ operation }) => operation));
  return operations.map(({ id }) => id).filter((id) => !known.has(id));
}

/** The expected statuses of a case: its own, otherwise every success status of its operation. */
export function expectedStatuses({ operation, status }: StallCase): number[] {
  if (status !== undefined) return [status].flat();
  const row = operations.find(({ id }) => id === operation);
  return Object.keys(row?.responses ?? {}).map(Number);
}

export { HOUSEWORK } from './others.ts';
