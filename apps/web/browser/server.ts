import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createClient, type Tandem } from '@tandem/client';

const CLI = fileURLToPath(new URL('../../server/dist/cli.js', import.meta.url));
const run = promisify(execFile);

/** A new workspace, as its first admin. */
export interface Workspace {
  readonly key: string;
  readonly tandem: Tandem;
}

/** A real server with its own database. */
export interface Server {
  readonly url: string;
  newWorkspace(): Promise<Workspace>;
  /** Creates a one-time sign-in link for a person; works only while the server has a single workspace. */
  link(member: string): Promise<string>;
  stop(): Promise<void>;
}

export async function startServer(
  settings: Readonly<Record<string, string>> = {},
  options: readonly string[] = [],
): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-web-'));
  const env = {
    ...process.env,
    TANDEM_DATA_DIR: folder,
    TANDEM_PORT: '0',
    TANDEM_RATE_LIMIT: '0',
    TANDEM_LOG_LEVEL: 'error',
    ...settings,
  };
  const child = spawn(process.execPath, [CLI, 'serve', ...options], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await addressOf(child);
  const keys: string[] = [];
  return {
    url,
    newWorkspace: async () => {
      if (keys.length === 0) keys.push(...(await newWorkspaces(env)));
      const key = keys.pop() as string;
      return { key, tandem: createClient({ url, key }) };
    },
    link: async (member) => {
      const { stdout } = await run(process.execPath, [CLI, 'web-link', '--member', member, '--url', url], {
        env,
      });
      return stdout.trim();
    },
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Workspaces created per process: starting a process takes longer than creating one. */
const WORKSPACES_PER_PROCESS = 10;
const MAKE = `
  import { withTandem } from ${JSON.stringify(new URL('../../server/dist/storage/with-tandem.js', import.meta.url))};
  const given = { name: 'Lighthouse', admin: { name: 'ada', displayName: 'Ada Winter' } };
  const keys = await withTandem(async ({ operator }) => {
    const made = Array.from({ length: ${WORKSPACES_PER_PROCESS} }, () => operator.createWorkspace(given));
    return (await Promise.all(made)).map(({ secret }) => secret);
  });
  console.log(JSON.stringify(keys));
`;

/** The keys of the first admins of several new workspaces. */
async function newWorkspaces(env: NodeJS.ProcessEnv): Promise<string[]> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', MAKE], { env });
  return JSON.parse(stdout) as string[];
}

/** Reads the server's address from its startup output. */
async function addressOf(child: ChildProcess): Promise<string> {
  let output = '';
  for await (const piece of child.stdout as AsyncIterable<Buffer>) {
    output += piece.toString();
    const url = /Tandem serves (\S+)\n/.exec(output)?.[1];
    if (url) return url;
  }
  throw new Error(`The server ended before it served: ${output}`);
}
