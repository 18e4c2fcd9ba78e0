import type { Author } from '../access/author.ts';
import type { Caller } from '../access/caller.ts';
import { Refusal } from '../shared/refusal.ts';
import { forPeople } from './blocking.ts';

interface ActRules {
  /** Needs the token of the living claim, if there is one (docs/rules.md, Claims). */
  readonly fenced: boolean;
  /** Would change what a person has been asked to decide: 403 AWAITS_PERSON until then. */
  readonly awaits: boolean;
  /** Hides or removes what others have reported and reviewed: 403 HUMANS_ONLY. */
  readonly removes: boolean;
  /** Ends the claim it is done under, and so is open to an agent that must stop. */
  readonly finishes: boolean;
}

/** What agents and services do to a task, and which rules about them ask. People are bound by none of these. */
// biome-ignore format: reads like a table
export const TASK_ACTS = {
  move:    { fenced: true,  awaits: true,  removes: false, finishes: false },
  /** Changes the title, the description or the criteria. */
  rewrite: { fenced: true,  awaits: true,  removes: false, finishes: false },
  /** Changes any other field, or unarchives. */
  change:  { fenced: true,  awaits: false, removes: false, finishes: false },
  archive: { fenced: true,  awaits: true,  removes: true,  finishes: false },
  delete:  { fenced: true,  awaits: true,  removes: true,  finishes: false },
  relate:  { fenced: true,  awaits: false, removes: false, finishes: false },
  ask:     { fenced: true,  awaits: false, removes: false, finishes: false },
  /** A result that leaves the task where it is. */
  report:  { fenced: true,  awaits: false, removes: false, finishes: false },
  /** A result that moves the task. */
  finish:  { fenced: true,  awaits: true,  removes: false, finishes: true  },
  attach:  { fenced: false, awaits: false, removes: false, finishes: false },
  detach:  { fenced: false, awaits: true,  removes: false, finishes: false },
} as const satisfies Record<string, ActRules>;

export type TaskAct = keyof typeof TASK_ACTS;

/** What a waiting task asks a person to decide, and who asked. */
export interface Decision {
  readonly kind: 'review' | 'answer';
  readonly author: Author;
}

const ASKED = { review: 'a review of a result', answer: 'an answer to a question' } as const;

/** 403 AWAITS_PERSON unless the caller is the author of what a person is asked to decide: they may take it back. */
export function checkAwaits(by: Pick<Caller, 'id' | 'type'>, decision: Decision | null): void {
  if (by.type === 'human' || decision === null || decision.author.id === by.id) return;
  throw new Refusal(
    'AWAITS_PERSON',
    `The task waits for ${ASKED[decision.kind]} by ${decision.author.name}. Only its author or a person can change the task until then. Add a comment, or wait.`,
  );
}

/** 403 when an agent or a service would hide or remove a result or a review that is not its own. */
export function checkRemoves(by: Pick<Caller, 'type'>, hasOthers: boolean): void {
  if (by.type !== 'human' && hasOthers) {
    throw forPeople('archive or delete a task with results or reviews of others', '');
  }
}
