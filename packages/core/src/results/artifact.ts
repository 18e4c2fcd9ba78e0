import { maybe, object, oneOf, text } from '../shared/check.ts';
import { Refusal } from '../shared/refusal.ts';
import { LIMITS, PATTERNS, type Problem, textProblem, visibleUrl } from '../shared/text.ts';
import { type CriterionCheck, isConfirmed } from './check.ts';

export const ARTIFACT_KINDS = ['git'] as const;

/** The product of a result: a commit of a repository (docs/rules.md, Results). */
export interface Artifact {
  readonly kind: (typeof ARTIFACT_KINDS)[number];
  readonly repository: string;
  /** In lower-case hexadecimal. */
  readonly commit: string;
  readonly branch?: string | undefined;
  /** The commit that the work started from. */
  readonly base?: string | undefined;
}

export interface ArtifactInput extends Pick<Artifact, 'kind' | 'repository' | 'commit'> {
  readonly branch?: string | null | undefined;
  readonly base?: string | null | undefined;
}

export const artifactInput = maybe(
  object<ArtifactInput>({
    kind: oneOf(ARTIFACT_KINDS),
    repository: text,
    commit: text,
    branch: maybe(text),
    base: maybe(text),
  }),
);

export function artifactProblems(artifact: ArtifactInput | null | undefined): Record<string, Problem> {
  if (!artifact) return {};
  const { repository, commit, branch, base } = artifact;
  return {
    'artifact.repository': repositoryProblem(repository),
    'artifact.commit': commitProblem(commit),
    'artifact.branch': branch == null ? undefined : branchProblem(branch),
    'artifact.base': base == null ? undefined : commitProblem(base),
  };
}

function repositoryProblem(repository: string): Problem {
  // Git itself would send the password to the host, and everybody who reads the task could.
  if (!PATTERNS.repository.test(repository) || visibleUrl(repository) !== repository)
    return 'must be an http, https, ssh or file URL without credentials, or user@host:path';
  return textProblem(repository, LIMITS.repository);
}

const commitProblem = (commit: string): Problem =>
  PATTERNS.commit.test(commit) ? undefined : 'must be 40 or 64 hexadecimal digits';

const branchProblem = (branch: string): Problem =>
  PATTERNS.branch.test(branch) ? textProblem(branch, LIMITS.branch) : 'must be the name of a branch';

/** 422 ARTIFACT_MISSING for a result that must name a commit, because others run the checks of its task on it. */
export function checkArtifact(
  { outcome, artifact, to }: { outcome: string; artifact?: unknown; to?: string | null | undefined },
  criteria: readonly { readonly check: CriterionCheck | null }[],
): void {
  if (outcome !== 'succeeded' || to === 'none' || artifact) return;
  if (!criteria.some(({ check }) => isConfirmed(check))) return;
  throw new Refusal(
    'ARTIFACT_MISSING',
    'This task has checks, which others run on the commit of the result. Send it as artifact: { kind: "git", repository, commit }.',
  );
}

/** The stored form: without empty fields, commits in lower case. */
export const artifactOf = ({ kind, repository, commit, branch, base }: ArtifactInput): Artifact => ({
  kind,
  repository,
  commit: commit.toLowerCase(),
  ...(branch != null && { branch }),
  ...(base != null && { base: base.toLowerCase() }),
});
