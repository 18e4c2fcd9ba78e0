import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  apiOf,
  newKey,
  type Office,
  office,
  ROOT,
  type Running,
  startTandem,
  temporaryFolder,
  withNewScribe,
} from '@tandem/server/testing';

export const SCRIPTED = `'${process.execPath}' '${join(ROOT, 'apps/cli/testing/acp-agent.mjs')}'`;
export const EXAMPLE = `'${process.execPath}' '${join(ROOT, 'node_modules/acp-example/dist/examples/agent.js')}'`;

let shared: Office;

/** Starts the server that all workshops share. */
export async function openOffice(): Promise<void> {
  shared = await office();
}

/** An office with a new scribe, a repository with one commit and a remote, and what the agent writes down. */
export interface Workshop extends Office {
  readonly repo: string;
  readonly worktrees: string;
  readonly remote: string;
  readonly did: () => string[];
  readonly env: Record<string, string>;
}

export const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' }).trim();

export async function workshop(): Promise<Workshop> {
  shared = await withNewScribe(shared);
  const { ada, agent, server } = shared;
  await ada('PATCH', 'workspace', { agentKeys: 'any' });
  const { body: open } = await ada('GET', 'tasks?status=todo,in_progress,waiting');
  for (const { taskNumber } of open.data) await ada('POST', `tasks/${taskNumber}/archive`);
  const scopes = ['agents:write', 'tasks:read', 'tasks:write'];
  const key = await newKey(ada, { kind: 'agent', memberId: agent.id, scopes });
  const folder = temporaryFolder();
  const [repo, remote, did] = ['repo', 'remote.git', 'did'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  execFileSync('git', ['init', '-q', '--bare', remote]);
  execFileSync('git', ['init', '-q', '-b', 'main', repo]);
  git(
    repo,
    '-c',
    'user.name=ada',
    '-c',
    'user.email=ada@example.com',
    'commit',
    '-q',
    '--allow-empty',
    '-m',
    'Begin',
  );
  git(repo, 'remote', 'add', 'origin', remote);
  git(repo, 'push', '-q', 'origin', 'main');
  return {
    ...shared,
    agent: { id: agent.id, key },
    scribe: apiOf(server.url, key),
    repo,
    remote,
    worktrees: join(folder, 'repo-worktrees'),
    did: () => (existsSync(did) ? readFileSync(did, 'utf8').trim().split('\n') : []),
    env: { TANDEM_KEY: key, TANDEM_URL: server.url, DID: did },
  };
}

export async function working(world: Workshop, command = SCRIPTED, ...options: string[]): Promise<Running> {
  const args = ['agent', 'run', '--agent', 'scribe', '--acp', command, '--repo', world.repo, ...options];
  const worker = startTandem(args, world.env);
  await worker.says('stderr', /^Working for scribe at /);
  return worker;
}

export const newTask = async ({ ada }: Office, title: string, more: object = {}): Promise<number> =>
  (await ada('POST', 'tasks', { title, assignedTo: 'scribe', ...more })).body.taskNumber;
export const taskOf = async ({ ada }: Office, number: number) => (await ada('GET', `tasks/${number}`)).body;
export const resultsOf = async ({ ada }: Office, number: number) =>
  (await ada('GET', `tasks/${number}/results`)).body.data;

export async function reviewed(world: Office, number: number) {
  for (;;) {
    const task = await taskOf(world, number);
    if (task.waitingFor) return (await resultsOf(world, number))[0];
    await pause(50);
  }
}
