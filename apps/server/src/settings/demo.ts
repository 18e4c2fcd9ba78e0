import { defaultDataFolder } from '../installation.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Retention of events: the history of goals has to go back to the beginning of the story. */
const EVENT_DAYS = '90';
/** Locations that are configurable on other servers; a demo keeps everything in its folder. */
const IGNORED = ['TANDEM_DATABASE_URL', 'TANDEM_FILES_URL'].flatMap((name) => [name, `${name}_FILE`]);

/** The settings of an environment that a demo ignores. */
export const demoIgnores = (env: Environment): string[] => IGNORED.filter((name) => env[name]);

/** The default folder of a demo. */
export const demoFolder = (env: Environment): string => `${defaultDataFolder(env)}/demo`;

/**
 * The environment's settings, except that all data is in the demo's own folder and events are kept for the length of
 * the story.
 */
export const demoEnvironment = (env: Environment): Environment => ({
  ...env,
  TANDEM_DATA_DIR: env.TANDEM_DATA_DIR || demoFolder(env),
  TANDEM_EVENT_DAYS: env.TANDEM_EVENT_DAYS || EVENT_DAYS,
  ...Object.fromEntries(IGNORED.map((name) => [name, ''])),
});
