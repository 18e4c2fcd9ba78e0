import { maybe, object, oneOf, text } from '../shared/check.ts';
import { LIMITS, PATTERNS, type Problem, textProblem, visibleUrl } from '../shared/text.ts';

export const ARTIFACT_KINDS = ['git'] as const;

/** What a result produced: a commit of a repository (docs/rules.md, Results). */
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

/** The stored form: without empty fields, commits in lower case. */
export const artifactOf = ({ kind, repository, commit, branch, base }: ArtifactInput): Artifact => ({
  kind,
  repository,
  commit: commit.toLowerCase(),
  ...(branch != null && { branch }),
  ...(base != null && { base: base.toLowerCase() }),
});
