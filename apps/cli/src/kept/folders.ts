import { homedir } from 'node:os';
import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** The folders for a user's files on this system. Variables count only with absolute paths. */
export function folders(env: Environment = process.env, platform = process.platform) {
  const home = homedir();
  const below = (variable: string, ...otherwise: string[]) => {
    const named = env[variable];
    return join(
      named?.startsWith('/') || (named && platform === 'win32') ? named : join(home, ...otherwise),
      'tandem',
    );
  };
  if (platform === 'darwin') {
    const support = join(home, 'Library', 'Application Support', 'tandem');
    return {
      config: env.XDG_CONFIG_HOME ? below('XDG_CONFIG_HOME') : support,
      state: env.XDG_STATE_HOME ? below('XDG_STATE_HOME') : support,
    };
  }
  if (platform === 'win32') {
    return {
      config: below('APPDATA', 'AppData', 'Roaming'),
      state: below('LOCALAPPDATA', 'AppData', 'Local'),
    };
  }
  return { config: below('XDG_CONFIG_HOME', '.config'), state: below('XDG_STATE_HOME', '.local', 'state') };
}
