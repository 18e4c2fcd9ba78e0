import type { Author } from '../access/author.ts';
import type { Caller } from '../access/caller.ts';
import { Refusal } from '../shared/refusal.ts';
import { forPeople } from './blocking.ts';

interface ActRules {
  /** Requires the token of the living claim, if there is one (docs/rules.md, Claims). */
  readonly fenced: boolean;
  /** Refused with 403 AWAITS_PERSON while a person has a decision pending: the act would change its subject. */
  readonly awaits: boolean;
  /** Refused with 403 HUMANS_ONLY when it would hide or remove results or reviews of others. */
  readonly removes: boolean;
  /** Ends the claim, so an agent that must stop may still do it. */
  readonly finishes: boolean;
}

/**
 * Acts that agents and services can do to a task, with the rules that apply to each. People are exempt from all of
 * them.
 */
// biome-ignore format: reads like a table
export const TASK_ACTS = {
  move:    { fenced: true,  awaits: true,  removes: false, finishes: false },
  /** Changes the title, the description or the criteria. */
  rewrite: { fenced: true,  awaits: true,  removes: false, finishes: false },
  /** Changes any other field, or unarchives. */
  change:  { fenced: true,  awaits: false, removes: false, finishes: false },
  archive: { fenced: true,  awaits: true,  removes: true,  finishes: false },
  delete:  { fenced: true,  awaits: true,  removes: true,  finishes: false },
  /** Adds children. */
  split:   { fenced: true,  awaits: false, removes: false, finishes: false },
  relate:  { fenced: true,  awaits: false, removes: false, finishes: false },
  ask:     { fenced: true,  awaits: false, removes: false, finishes: false },
  /** A result that does not move the task. */
  report:  { fenced: true,  awaits: false, removes: false, finishes: false },
  /** A result that moves the task. */
  finish:  { fenced: true,  awaits: true,  removes: false, finishes: true  },
  attach:  { fenced: false, awaits: false, removes: false, finishes: false },
  detach:  { fenced: false, awaits: true,  removes: false, finishes: false },
} as const satisfies Record<string, ActRules>;

export type TaskAct = keyof typeof TASK_ACTS;

/** A decision that a waiting task asks a person to make, and its author. */
export interface Decision {
  readonly kind: 'review' | 'answer';
  readonly author: Author;
}

const ASKED = { review: 'a review of a result', answer: 'an answer to a question' } as const;

/** 403 AWAITS_PERSON while a person has a decision pending; its author is exempt, because they can withdraw it. */
export function checkAwaits(by: Pick<Caller, 'id' | 'type'>, decision: Decision | null): void {
  if (by.type === 'human' || decision === null || decision.author.id === by.id) return;
  throw new Refusal(
    'AWAITS_PERSON',
    `The task waits for ${ASKED[decision.kind]} by ${decision.author.name}. Only its author or a person can change the task until then. Add a comment, or wait.`,
  );
}

/** 403 when an agent or a service would hide or remove another member's result or review. */
export function checkRemoves(by: Pick<Caller, 'type'>, hasOthers: boolean): void {
  if (by.type !== 'human' && hasOthers) {
    throw forPeople('archive or delete a task that has results or reviews by others', '');
  }
}
