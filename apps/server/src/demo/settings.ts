type Environment = Readonly<Record<string, string | undefined>>;

/** Where a demo is kept unless somebody says otherwise. */
const FOLDER = './data/demo';
/** What other servers keep elsewhere, a demo keeps in its folder. */
export const NOT_IN_A_DEMO = ['TANDEM_DATABASE_URL', 'TANDEM_FILES_URL'] as const;

/** For how long events are kept: what they tell of goals over time is to go back to the beginning. */
const EVENT_DAYS = '90';

/**
 * The settings of a demo: those of the environment, but that all is kept in one folder, which is its own, and events for as
 * long as the story is.
 */
export const demoEnvironment = (env: Environment): Environment => ({
  ...env,
  TANDEM_DATA_DIR: env.TANDEM_DATA_DIR || FOLDER,
  TANDEM_EVENT_DAYS: env.TANDEM_EVENT_DAYS || EVENT_DAYS,
  ...Object.fromEntries(NOT_IN_A_DEMO.map((name) => [name, ''])),
});
