import type {
  CheckInput,
  Effort,
  EvidenceInput,
  Failure,
  NewQuestion,
  NewResult,
  Outcome,
  Priority,
  ProofOfDone,
  RelationType,
  TaskStatus,
  VerificationOutcome,
} from '@tandem/core';

/* The notation of the demo's story. The teller turns it into a workspace through the normal use cases. */

/**
 * When something happens: `12d 09:30` is twelve working days before today, in local time; `3h` and `20m` are relative
 * to now. Times by the day are before 16:30, and relative times are within seven hours, so that events keep their order
 * at any time of day.
 */
export type When = `${number}d ${number}:${number}` | `${number}h` | `${number}m`;

/** The name of a member. */
export type Who = string;
/** The story's own name for a task, a project, a goal or a file. */
export type Key = string;

/** Evidence for a criterion by its number, or for the whole task. */
export type Proof =
  | readonly [criterion: number | null, kind: 'text' | 'url' | 'file', value: string]
  | readonly [criterion: number | null, kind: 'ran', command: string, output: string];

/** The evidence in the format of results, with a file by its key. */
export function evidenceOf(proof: Proof): Omit<EvidenceInput, 'fileId' | 'criterionId'> & { file?: Key } {
  if (proof[1] === 'ran') return { command: proof[2], output: `${proof[3]}\n`, exitCode: 0 };
  return { [proof[1]]: proof[2] };
}

/** The actions on a task, with their arguments. */
export interface Actions {
  readonly move: readonly [to: TaskStatus, why?: string | undefined];
  readonly comment: readonly [text: string];
  readonly attach: readonly [file: Key];
  readonly priority: readonly [priority: Priority];
  readonly relate: readonly [type: RelationType, other: Key];
  readonly archive: readonly [];
  readonly claim: readonly [];
  readonly progress: readonly [percent: number, note: string, tokens: number, checkpoint?: string];
  readonly release: readonly [note: string, failure?: Failure];
  readonly result: readonly [
    outcome: Outcome,
    tokens: number,
    summary: string,
    proofs: readonly Proof[],
    more?: Pick<NewResult, 'to' | 'artifact' | 'failure'>,
  ];
  /** Hands in what the agent did in its last run. */
  readonly transcript: readonly [transcript: Key];
  readonly accept: readonly [text?: string, override?: string];
  readonly return: readonly [
    text: string,
    criteria: readonly (readonly [id: string, status: 'accepted' | 'returned', comment?: string])[],
  ];
  /** Runs the check of a criterion, as a verifier. */
  readonly verify: readonly [
    criterion: string,
    outcome: VerificationOutcome,
    seconds: number,
    output: string,
    exitCode?: number | undefined,
    files?: readonly string[],
  ];
  /** Takes the check of a criterion, which still runs when the story ends. */
  readonly 'begin to verify': readonly [criterion: string, output: string];
  readonly 'verify again': readonly [criterion: string];
  /** Requires verified proof from now on, or as before. */
  readonly require: readonly [proof: ProofOfDone];
  readonly ask: readonly [question: Omit<NewQuestion, 'dueAt' | 'token'>, dueInHours?: number];
  /** Runs the background jobs that are due by then: expired leases, questions with a default answer. */
  readonly 'run jobs': readonly [];
}

/** An action on a task. */
export type Act = {
  readonly [Name in keyof Actions]: readonly [at: When, by: Who, does: Name, ...Actions[Name]];
}[keyof Actions];

export interface StoryTask {
  /** The key by which other parts of the story refer to it; its title by default. */
  readonly key?: Key;
  readonly title: string;
  readonly text?: string;
  readonly project: Key | null;
  readonly at: When;
  readonly by: Who;
  /** Its first assignee. */
  readonly to?: Who;
  /** Its initial status; todo by default. */
  readonly status?: TaskStatus;
  readonly priority?: Priority;
  readonly effort?: Effort;
  readonly labels?: readonly string[];
  /** Due in this many working days from today. */
  readonly due?: number;
  /** By id: `c1`, `c2` and so on. */
  readonly criteria?: readonly (string | readonly [text: string, check: CheckInput])[];
  readonly acts?: readonly Act[];
}
