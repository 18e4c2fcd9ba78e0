import { groupedBy } from '../history/record.ts';
import type { Claimed, Done, Entry, Posting } from './ledger.ts';

/** A task in its final state, as the service shows it. */
export interface Ended {
  readonly task: number;
  readonly status: string;
  readonly held: boolean;
  readonly description: string | null;
  readonly blockers: readonly number[];
  /** Oldest first. */
  readonly results: readonly {
    readonly summary: string;
    readonly author: string;
    readonly attempt: number;
    readonly verdict: string | null;
  }[];
  /** Its status changes, oldest first. */
  readonly moves: readonly { readonly from: string; readonly to: string; readonly by: string }[];
  /** Log entries that report a result. */
  readonly reported: number;
}

/** When the acceptance of each task was sent and answered, by the ledger's clock. */
export type Accepted = ReadonlyMap<number, { readonly started: number; readonly ended: number }>;

const SUCCESS = (status: number) => status >= 200 && status < 300;

/** The violations in how tasks were worked on. */
export function claimProblems(
  entries: readonly Entry[],
  tasks: readonly Ended[],
  accepted: Accepted,
): string[] {
  const claims = groupedBy(
    entries.filter((entry): entry is Claimed => entry.kind === 'claimed'),
    ({ task }) => task,
  );
  const done = groupedBy(
    entries.filter((entry): entry is Done => !['claimed', 'posting'].includes(entry.kind)),
    ({ task }) => task,
  );
  const postings = new Map(
    entries
      .filter((entry): entry is Posting => entry.kind === 'posting')
      .map((entry) => [entry.summary, entry]),
  );
  return tasks.flatMap((task) => [
    ...endProblems(task),
    ...resultProblems(task, done.get(task.task) ?? [], postings, claims.get(task.task) ?? []),
    ...fenceProblems(task, claims.get(task.task) ?? [], done.get(task.task) ?? []),
    ...blockerProblems(task, claims.get(task.task) ?? [], accepted),
  ]);
}

/** It is done, through one accepted result, its last one, and has no claim. */
function endProblems({ task, status, held, results, moves, reported }: Ended): string[] {
  const problems: string[] = [];
  const verdicts = results.map(({ verdict }) => verdict);
  if (status !== 'done') problems.push(`Task ${task} is ${status}.`);
  if (held) problems.push(`Task ${task} is held.`);
  if (verdicts.filter((verdict) => verdict === 'accepted').length !== 1 || verdicts.at(-1) !== 'accepted') {
    problems.push(`Task ${task} was accepted by ${verdicts.join()}.`);
  }
  if (reported !== results.length) {
    problems.push(`Task ${task} has ${results.length} results, and the log has ${reported}.`);
  }
  const toReview = moves.filter(
    ({ from, to, by }) => from === 'in_progress' && to === 'waiting' && by === 'agent',
  );
  const reviewed = results.filter(({ summary }) => summary.startsWith('succeeded'));
  const third = results.filter(({ summary }) => summary.startsWith('failed'));
  if (toReview.length < reviewed.length || toReview.length > reviewed.length + third.length) {
    problems.push(`Task ${task} went to review ${toReview.length} times for ${reviewed.length} results.`);
  }
  return problems;
}

/** Every result was announced by a run, under the claim of that attempt; none was posted twice or lost. */
function resultProblems(
  { task, results }: Ended,
  done: readonly Done[],
  postings: ReadonlyMap<string, Posting>,
  claims: readonly Claimed[],
): string[] {
  const problems: string[] = [];
  const bySummary = groupedBy(results, ({ summary }) => summary);
  for (const [summary, [result, ...more]] of bySummary) {
    const posting = postings.get(summary);
    if (more.length > 0) problems.push(`Task ${task}: ${summary} is there ${more.length + 1} times.`);
    if (posting?.task !== task || posting.agent !== result?.author) {
      problems.push(`Task ${task}: ${summary} was never posted.`);
    }
    const claim = claims.find(({ token }) => token === posting?.token);
    if (claim?.attempt !== result?.attempt) {
      problems.push(
        `Task ${task}: ${summary} is of attempt ${result?.attempt}, the claim of ${claim?.attempt}.`,
      );
    }
  }
  for (const { kind, status, summary, code } of done) {
    if (kind !== 'result') continue;
    if (SUCCESS(status) !== bySummary.has(summary ?? '')) {
      problems.push(
        `Task ${task}: ${summary} was answered ${status} ${code}, and is ${bySummary.has(summary ?? '') ? '' : 'not '}there.`,
      );
    }
  }
  return problems;
}

/** Once a run had the task, no request sent later with an earlier token succeeded. */
function fenceProblems(
  { task, description }: Ended,
  claims: readonly Claimed[],
  done: readonly Done[],
): string[] {
  const problems: string[] = [];
  const tokens = new Map(claims.map((claim) => [claim.token, claim]));
  if (tokens.size !== claims.length) problems.push(`Task ${task}: a token was given twice.`);
  for (const each of done) {
    if (!SUCCESS(each.status)) {
      if (each.code !== 'LEASE_LOST')
        problems.push(`Task ${task}: ${each.kind} was answered ${each.status} ${each.code}.`);
      continue;
    }
    const own = tokens.get(each.token);
    if (!own) {
      problems.push(`Task ${task}: ${each.kind} succeeded with an unknown token.`);
      continue;
    }
    const later = claims.find(
      ({ token, started, ended }) => token !== own.token && started > own.ended && ended < each.started,
    );
    if (later)
      problems.push(
        `Task ${task}: ${each.kind} of attempt ${own.attempt} succeeded after attempt ${later.attempt} had begun.`,
      );
    const over = done.find(
      ({ kind, token, status, ended }) =>
        token === each.token &&
        ['result', 'release'].includes(kind) &&
        SUCCESS(status) &&
        ended < each.started,
    );
    if (over)
      problems.push(`Task ${task}: ${each.kind} succeeded after its claim had ended by ${over.kind}.`);
  }
  if (description !== null) problems.push(`Task ${task} was changed by a late run: ${description}.`);
  return problems;
}

/** No run got the task before its blockers were accepted. */
function blockerProblems(
  { task, blockers }: Ended,
  claims: readonly Claimed[],
  accepted: Accepted,
): string[] {
  return blockers.flatMap((blocker) => {
    const sent = accepted.get(blocker)?.started ?? Number.POSITIVE_INFINITY;
    return claims
      .filter(({ ended }) => ended < sent)
      .map(({ attempt }) => `Task ${task}: attempt ${attempt} began before task ${blocker} was done.`);
  });
}
