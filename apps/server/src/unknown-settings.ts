import { nearest } from '@tandem/core/nearest';

type Environment = Readonly<Record<string, string | undefined>>;

/** A variable that begins as our settings do and is none. */
export interface UnknownSetting {
  readonly name: string;
  /** The setting that was probably meant. */
  readonly meant: string | null;
}

const PREFIX = 'TANDEM_';

/** Every such variable that has a value. What is `known` are whole names. */
export function unknownSettings(env: Environment, known: readonly string[]): UnknownSetting[] {
  const endings = known.map((name) => name.slice(PREFIX.length));
  return Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && env[name] && !known.includes(name))
    .map((name) => {
      // Without what they have in common, which would make all of them near.
      const meant = nearest(name.slice(PREFIX.length), endings);
      return { name, meant: meant === undefined ? null : PREFIX + meant };
    });
}

/** What there is to say of one, on a line. */
export const warningOf = ({ name, meant }: UnknownSetting): string =>
  `${name} is no setting, and changes nothing. ` +
  (meant ? `Perhaps ${meant} was meant.` : 'tandem serve --help lists those that there are.');
