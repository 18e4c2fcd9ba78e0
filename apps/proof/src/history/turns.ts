import { type Archive, type Claim, type End, groupedBy } from './record.ts';

/** A turn in its final state, and the agent's messages in its chat. */
export interface Ended {
  readonly turn: string;
  readonly chat: string;
  readonly status: string;
  readonly errorCode: string | null;
  readonly reply: string | null;
  readonly answers: readonly string[];
}

/** After this many claims without an answer the service gives up a turn. */
const MAX_CLAIMS = 3;

/** The problems of turns, one per chat, that many clients claimed and ended at once. */
export function turnProblems(
  claims: readonly Claim[],
  ends: readonly End[],
  archives: readonly Archive[],
  turns: readonly Ended[],
): string[] {
  const problems: string[] = [];
  const tokens = groupedBy(claims, ({ token }) => token);
  for (const [token, all] of tokens) if (all.length > 1) problems.push(`The lease ${token} was given twice.`);
  const claimed = groupedBy(claims, ({ turn }) => turn);
  const ended = groupedBy(
    ends.filter(({ status }) => status === 200),
    ({ turn }) => turn,
  );
  const archived = new Set(archives.filter(({ status }) => status === 200).map(({ chat }) => chat));
  for (const turn of turns) {
    const own = claimed.get(turn.turn) ?? [];
    const acts = ended.get(turn.turn) ?? [];
    problems.push(
      ...leaseProblems(own, acts).map((problem) => `Turn ${turn.turn}: ${problem}`),
      ...endProblems(turn, own, acts, archived.has(turn.chat)).map(
        (problem) => `Turn ${turn.turn}: ${problem}`,
      ),
    );
  }
  const known = new Set(turns.map(({ turn }) => turn));
  for (const turn of claimed.keys()) if (!known.has(turn)) problems.push(`Turn ${turn} is missing.`);
  return problems;
}

/** A claim may follow another only after its lease has expired or was released. */
function leaseProblems(claims: readonly Claim[], acts: readonly End[]): string[] {
  const inOrder = claims.toSorted((a, b) => a.heardAt - b.heardAt);
  return inOrder.flatMap((claim, i) => {
    const next = inOrder[i + 1];
    if (!next || next.heardAt >= claim.expiresAt) return [];
    const released = acts.some(
      ({ kind, token, started }) => kind === 'release' && token === claim.token && started < next.ended,
    );
    return released ? [] : ['it was claimed while another lease held.'];
  });
}

function endProblems(
  turn: Ended,
  claims: readonly Claim[],
  acts: readonly End[],
  archived: boolean,
): string[] {
  const problems: string[] = [];
  const final = acts.filter(({ kind }) => kind !== 'release');
  if (final.length > 1) problems.push(`it was ended ${final.length} times.`);
  for (const { token } of acts) {
    if (!claims.some((claim) => claim.token === token))
      problems.push('it was ended by nobody who had claimed it.');
  }
  const [end] = final;
  const expected =
    end?.kind === 'reply'
      ? turn.status === 'complete' && turn.reply === end.text
      : end?.kind === 'fail'
        ? turn.status === 'failed' && turn.errorCode === end.text
        : turn.status === 'pending' ||
          (turn.status === 'canceled' && archived) ||
          (turn.status === 'failed' &&
            turn.errorCode === 'agent_unresponsive' &&
            claims.length >= MAX_CLAIMS);
  if (!expected)
    problems.push(`it is ${turn.status} (${turn.errorCode ?? turn.reply}) after ${end?.kind ?? 'nothing'}.`);
  if (end === undefined && turn.status === 'pending' && archived) problems.push('it outlived its chat.');
  const answers = turn.status === 'complete' ? [turn.reply] : [];
  if (turn.answers.join('\n') !== answers.join('\n'))
    problems.push(`the agent said ${turn.answers.length} things.`);
  return problems;
}
