import type { Ports } from './ports.ts';

/** Every port, and whether the core needs it. */
const PORTS: Readonly<Record<keyof Ports, 'needed' | 'optional'>> = {
  storage: 'needed',
  clock: 'needed',
  newId: 'needed',
  secrets: 'needed',
  schedule: 'needed',
  steadyClock: 'optional',
  contents: 'optional',
  webhooks: 'optional',
};

/** Ports, and nothing else: a name that is none does not compile. */
export type OnlyPorts<Given extends Ports> = Given & {
  readonly [Name in Exclude<keyof Given, keyof Ports>]: never;
};

/**
 * Throws a TypeError that names the known ports, for one that is not known or not given: a misspelt port would be
 * passed over, or be missed much later.
 */
export function checkPorts(given: object): void {
  const known = Object.keys(PORTS) as (keyof Ports)[];
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(PORTS, name));
  const missing = known.filter(
    (name) => PORTS[name] === 'needed' && (given as Partial<Ports>)[name] === undefined,
  );
  if (unknown.length === 0 && missing.length === 0) return;
  throw new TypeError(
    [
      ...unknown.map((name) => `createTandem knows no port ${name}.`),
      ...missing.map((name) => `createTandem needs the port ${name}.`),
      `The ports are ${known.join(', ')}; nodePorts() of @tandem/core/node gives all but storage, contents and webhooks.`,
    ].join(' '),
  );
}
