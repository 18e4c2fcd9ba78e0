import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Long enough for a browser to start and read the file. */
const KEEP_MS = 30_000;

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether a browser that opens would appear in front of the person who started the server. */
export const canOpenBrowser = (env: Environment, isTerminal: boolean, platform = process.platform): boolean =>
  isTerminal &&
  !env.CI &&
  !env.SSH_CONNECTION &&
  (platform === 'darwin' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY));

/**
 * Opens a sign-in link in the browser, by way of a file that only this user can read: other users can see the
 * arguments of programs. Does nothing if there is no browser.
 */
export function openBrowser(link: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-sign-in-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const page = join(folder, 'sign-in.html');
  writeFileSync(page, `<meta http-equiv="refresh" content="0; url=${link}">`, { mode: 0o600 });
  setTimeout(remove, KEEP_MS).unref();
  process.once('exit', remove);
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open';
  spawn(program, [page], { detached: true, stdio: 'ignore' }).once('error', remove).unref();
}
