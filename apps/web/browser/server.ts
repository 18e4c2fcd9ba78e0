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

/** A workspace of its own, as its first admin. */
export interface Workspace {
  readonly key: string;
  readonly tandem: Tandem;
}

/** A real server with a database of its own. */
export interface Server {
  readonly url: string;
  newWorkspace(): Promise<Workspace>;
  /** A link by which a person signs in once; while the server has its first workspace alone. */
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
  return {
    url,
    newWorkspace: async () => {
      const args = ['workspace', 'create', '--name', 'Lighthouse', '--admin', 'ada', '--json'];
      const { stdout } = await run(process.execPath, [CLI, ...args, '--display-name', 'Ada Winter'], { env });
      const { secret } = (JSON.parse(stdout) as { key: { secret: string } }).key;
      return { key: secret, tandem: createClient({ url, key: secret }) };
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

/** Where it serves, as it says when it has started. */
async function addressOf(child: ChildProcess): Promise<string> {
  let said = '';
  for await (const piece of child.stdout as AsyncIterable<Buffer>) {
    said += piece.toString();
    const url = /Tandem serves (\S+)\n/.exec(said)?.[1];
    if (url) return url;
  }
  throw new Error(`The server ended before it served: ${said}`);
}
