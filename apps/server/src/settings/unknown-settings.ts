import { nearest } from '@tandem/core/nearest';

type Environment = Readonly<Record<string, string | undefined>>;

/** A variable with our prefix that is not a setting. */
export interface UnknownSetting {
  readonly name: string;
  /** The setting that was probably meant. */
  readonly meant: string | null;
}

const PREFIX = 'TANDEM_';

/** Variables that the client commands read, and those that a worker sets for its command. */
export const CLIENT_SETTINGS = [
  'TANDEM_KEY',
  'TANDEM_KEY_FILE',
  'TANDEM_URL',
  'TANDEM_KIND',
  'TANDEM_TASK',
  'TANDEM_CLAIM',
  'TANDEM_CHECKPOINT',
];

/** All unknown variables with our prefix that have a value. `known` contains full names. */
export function unknownSettings(env: Environment, known: readonly string[]): UnknownSetting[] {
  const endings = known.map((name) => name.slice(PREFIX.length));
  return Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && env[name] && !known.includes(name))
    .map((name) => {
      // Compared without the common prefix, which would make all names similar.
      const meant = nearest(name.slice(PREFIX.length), endings);
      return { name, meant: meant === undefined ? null : PREFIX + meant };
    });
}

/** The warning for one variable, on one line. */
export const warningOf = ({ name, meant }: UnknownSetting): string =>
  `Unknown setting ${name} (ignored). ` +
  (meant ? `Did you mean ${meant}?` : 'tandem serve --help lists all settings.');
