import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { CannotDo } from '../ending.ts';
import { folders } from '../kept/folders.ts';

export const SANDBOXES = ['none', 'bwrap'] as const;
export type SandboxName = (typeof SANDBOXES)[number];

/** A folder with a checkout, the home folder of its command, and a file that the command cannot write to. */
export interface Place {
  readonly checkout: string;
  readonly home: string;
  readonly status: string;
}

export interface Sandbox {
  /** The arguments that run a shell command in a checkout. */
  readonly run: (command: string, place: Place) => readonly string[];
  /** Whether a command that has ended was started. */
  readonly hasStarted: (place: Place) => boolean;
}

/** No sandbox: the command can do what this user can. */
export const noSandbox: Sandbox = {
  run: (command) => ['/bin/sh', '-c', command],
  hasStarted: () => true,
};

/** Folders where keys and other people's checkouts are. */
const hidden = (): string[] => [
  ...new Set(
    ['/home', '/root', '/run', '/tmp', '/var/tmp', homedir(), tmpdir(), folders().config, folders().state]
      .filter(existsSync)
      .map((folder) => realpathSync(folder)),
  ),
];

/**
 * Runs commands by bubblewrap: without network, with a read-only system, and with only the checkout writable. Throws
 * `CannotDo` unless bubblewrap works here.
 */
export function bubblewrap({
  hide,
  read,
}: {
  /** Files that the command must not read. */
  readonly hide: readonly string[];
  /** Folders that it may read although they are in a hidden one. */
  readonly read: readonly string[];
}): Sandbox {
  const base = [
    ...['--die-with-parent', '--new-session', '--unshare-all', '--cap-drop', 'ALL'],
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...hidden().flatMap((folder) => ['--tmpfs', folder]),
    ...read.flatMap((folder) => ['--ro-bind', folder, folder]),
    ...hide.filter(existsSync).flatMap((file) => ['--ro-bind', '/dev/null', realpathSync(file)]),
  ];
  probe(base);
  // Variables are inherited: as arguments, other users could read them.
  return {
    run: (command, { checkout, home, status }) => [
      ...['/bin/sh', '-c', 'exec "$@" 3> "$0"', status, 'bwrap', '--json-status-fd', '3'],
      ...base,
      ...['--tmpfs', home, '--bind', checkout, checkout, '--chdir', checkout],
      ...['--', '/bin/sh', '-c', command],
    ],
    // Bubblewrap gives an exit code only for a command that it could start.
    hasStarted: ({ status }) => existsSync(status) && readFileSync(status, 'utf8').includes('"exit-code"'),
  };
}

function probe(args: readonly string[]): void {
  const { PATH } = process.env;
  try {
    execFileSync('bwrap', [...args, '--', '/bin/sh', '-c', ':'], {
      env: { PATH },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  } catch (error) {
    const { code, stderr } = error as NodeJS.ErrnoException & { stderr?: Buffer };
    throw new CannotDo(
      code === 'ENOENT'
        ? 'Bubblewrap is not installed. Install the package bubblewrap, or use --sandbox none.'
        : `Bubblewrap does not work here: ${stderr?.toString().trim() || String(code)}. Allow user namespaces, or use --sandbox none.`,
    );
  }
}
