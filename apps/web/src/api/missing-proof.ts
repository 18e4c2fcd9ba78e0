import { strings } from '../strings/index.ts';
import { isTandemError } from './tandem.ts';

/** A criterion that lacks required proof, and why. */
export interface ProofGap {
  readonly id: string;
  readonly text: string;
  readonly reason: string;
}

interface ProofRefusal {
  readonly code: string;
  readonly missing?: unknown;
}

/** The gaps of a refusal for lack of proof; null for another refusal. */
const gapsOf = ({ code, missing }: ProofRefusal): readonly ProofGap[] | null =>
  code !== 'PROOF_MISSING' ? null : Array.isArray(missing) ? (missing as readonly ProofGap[]) : [];

/** The gaps of a failed request for lack of proof; null for another failure. */
export const gapsIn = (error: unknown): readonly ProofGap[] | null =>
  isTandemError(error) ? gapsOf({ code: error.code, missing: error.details.missing }) : null;

/** The message of a refused operation, with the gaps for lack of proof. */
export const refusalText = (refusal: ProofRefusal & { readonly message: string }): string => {
  const gaps = gapsOf(refusal) ?? [];
  return [refusal.message, ...(gaps.length > 0 ? gapLines(gaps) : [])].join('\n');
};

/** The gaps in words, a line for each criterion. */
export function gapLines(gaps: readonly ProofGap[]): readonly string[] {
  const words = strings().checks.missing;
  if (gaps.length === 0) return [words.noResult];
  return gaps.map(({ text, reason }) => words.line(text, words.reason[reason] ?? reason));
}
