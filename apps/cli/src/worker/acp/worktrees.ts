import { existsSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { uncommittedIn } from '../../git/artifact.ts';
import { git, gitOrNull } from '../../git/git.ts';

const MAX_SLUG = 40;

/** A worktree in which an agent works on a task. */
export interface Worktree {
  readonly taskId: string;
  readonly taskNumber: number;
  readonly path: string;
  readonly branch: string;
  /** The commit that the branch began at. */
  readonly base: string;
}

/** Why a worktree can't be removed without losing work. */
export interface Unsaved {
  /** Commits that neither a remote nor the base branch has. */
  readonly commits: number;
  /** Changed or new files that are not committed. */
  readonly files: number;
}

/** The worktrees of one repository, in one folder. */
export interface Worktrees {
  readonly repo: string;
  /** The worktree of a task: the one that an earlier run left, or a new one. */
  open(task: { id: string; taskNumber: number; title: string }): Promise<Worktree>;
  /** Those that Tandem has created in the repository. */
  list(): Promise<Worktree[]>;
  unsaved(worktree: Worktree): Promise<Unsaved>;
  /** Removes a worktree with its branch. */
  remove(worktree: Worktree): Promise<void>;
}

/** Beside the repository, so that tools which search parent folders find nothing of the repository itself. */
export const defaultFolder = (repo: string): string => join(dirname(repo), `${basename(repo)}-worktrees`);

/**
 * Opens a repository for worktrees. Git's own configuration says which branch belongs to which task, so that nothing is
 * out of step after a crash: `branch.tandem/7-title.tandemtask` is the id of the task.
 */
export async function worktreesOf(options: {
  readonly repo: string;
  readonly folder?: string | undefined;
  readonly base: string;
}): Promise<Worktrees> {
  const repo = (await git(resolve(options.repo), 'rev-parse', '--show-toplevel')).trim();
  const folder = resolve(options.folder ?? defaultFolder(repo));
  const { base } = options;
  const inTurn = oneAtATime();

  const list = async (): Promise<Worktree[]> => {
    const entries = await gitOrNull(
      repo,
      'config',
      '--local',
      '--get-regexp',
      '^branch\\.tandem/.*\\.tandemtask$',
    );
    const paths = await pathsByBranch(repo);
    const found = (entries ?? '').split('\n').filter(Boolean);
    const all = found.map(async (line): Promise<Worktree[]> => {
      const [, branch = '', taskId = ''] = /^branch\.(.+)\.tandemtask (\S+)$/.exec(line) ?? [];
      const [, number] = /^tandem\/(\d+)-/.exec(branch) ?? [];
      const path = paths.get(branch);
      if (number === undefined || path === undefined) return [];
      const start = await gitOrNull(repo, 'config', '--local', `branch.${branch}.tandembase`);
      return [{ taskId, taskNumber: Number(number), path, branch, base: start ?? base }];
    });
    return (await Promise.all(all)).flat();
  };

  const open: Worktrees['open'] = async (task) => {
    const left = (await list()).find(({ taskId }) => taskId === task.id);
    if (left && (await isUsable(left))) return left;
    if (left) await discard(repo, left.path);
    const branch = left?.branch ?? (await freeBranch(repo, task));
    const exists =
      (await gitOrNull(repo, 'rev-parse', '--verify', '--quiet', `refs/heads/${branch}`)) !== null;
    const path = freePath(folder, branch);
    const start = left?.base ?? (await git(repo, 'rev-parse', '--verify', `${base}^{commit}`)).trim();
    // Before the worktree, so that a crash in between leaves nothing that is not found again.
    await git(repo, 'config', '--local', `branch.${branch}.tandembase`, start);
    await git(repo, 'config', '--local', `branch.${branch}.tandemtask`, task.id);
    const what = exists ? [path, branch] : ['--no-track', '-b', branch, path, start];
    await git(repo, 'worktree', 'add', '--quiet', ...what);
    return { taskId: task.id, taskNumber: task.taskNumber, path, branch, base: start };
  };

  return {
    repo,
    open: (task) => inTurn(() => open(task)),
    list,
    unsaved: async ({ path, branch }) => {
      const saved = (await gitOrNull(repo, 'rev-parse', '--verify', '--quiet', `${base}^{commit}`))
        ? [base]
        : [];
      const count = await git(repo, 'rev-list', '--count', branch, '--not', '--remotes', ...saved, '--');
      return { commits: Number(count), files: (await uncommittedIn(path)).length };
    },
    remove: ({ path, branch }) =>
      inTurn(async () => {
        await discard(repo, path);
        await git(repo, 'branch', '--quiet', '-D', branch);
      }),
  };
}

const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG)
    .replace(/^-+|-+$/g, '') || 'task';

/** A branch for the task that no other task has, as another Tandem server may have used the number. */
async function freeBranch(
  repo: string,
  task: { id: string; taskNumber: number; title: string },
): Promise<string> {
  const name = `tandem/${task.taskNumber}-${slugOf(task.title)}`;
  for (let n = 1; ; n++) {
    const branch = n === 1 ? name : `${name}-${n}`;
    const owner = await gitOrNull(repo, 'config', '--local', `branch.${branch}.tandemtask`);
    if (owner === task.id) return branch;
    const isTaken = await gitOrNull(repo, 'rev-parse', '--verify', '--quiet', `refs/heads/${branch}`);
    if (owner === null && isTaken === null) return branch;
  }
}

function freePath(folder: string, branch: string): string {
  const path = join(folder, branch.replace('tandem/', ''));
  for (let n = 1; ; n++) {
    const free = n === 1 ? path : `${path}-${n}`;
    if (!existsSync(free)) return free;
  }
}

async function pathsByBranch(repo: string): Promise<Map<string, string>> {
  const listed = await git(repo, 'worktree', 'list', '--porcelain', '-z');
  const entries = listed.split('\0\0').map((entry) => entry.split('\0'));
  return new Map(
    entries.flatMap((lines) => {
      const path = lines.find((line) => line.startsWith('worktree '))?.slice('worktree '.length);
      const branch = lines
        .find((line) => line.startsWith('branch refs/heads/'))
        ?.slice('branch refs/heads/'.length);
      return path !== undefined && branch !== undefined ? [[branch, path] as const] : [];
    }),
  );
}

/** Whether an earlier run left a complete worktree; removes the lock of a git command that died in it. */
async function isUsable({ path, branch }: Worktree): Promise<boolean> {
  if (!existsSync(path)) return false;
  if ((await gitOrNull(path, 'symbolic-ref', '--quiet', 'HEAD')) !== `refs/heads/${branch}`) return false;
  const index = await gitOrNull(path, 'rev-parse', '--path-format=absolute', '--git-path', 'index');
  if (index === null || !existsSync(index)) return false;
  rmSync(`${index}.lock`, { force: true });
  return true;
}

/** Removes a worktree, complete or not. */
async function discard(repo: string, path: string): Promise<void> {
  await gitOrNull(repo, 'worktree', 'remove', '--force', '--force', path);
  rmSync(path, { recursive: true, force: true });
  await git(repo, 'worktree', 'prune');
}

/** Runs functions one after the other. */
function oneAtATime(): <Done>(run: () => Promise<Done>) => Promise<Done> {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const next = last.then(run, run);
    last = next.catch(() => undefined);
    return next;
  };
}
