type Environment = Readonly<Record<string, string | undefined>>;

/** The default folder of a demo. */
const FOLDER = './data/demo';
/** Locations that are configurable on other servers; a demo keeps everything in its folder. */
export const NOT_IN_A_DEMO = ['TANDEM_DATABASE_URL', 'TANDEM_FILES_URL'] as const;

/** Retention of events: the history of goals has to go back to the beginning of the story. */
const EVENT_DAYS = '90';

/**
 * The environment's settings, except that all data is in the demo's own folder and events are kept for the length of
 * the story.
 */
export const demoEnvironment = (env: Environment): Environment => ({
  ...env,
  TANDEM_DATA_DIR: env.TANDEM_DATA_DIR || FOLDER,
  TANDEM_EVENT_DAYS: env.TANDEM_EVENT_DAYS || EVENT_DAYS,
  ...Object.fromEntries(NOT_IN_A_DEMO.map((name) => [name, ''])),
});
