import type { Ports } from './ports.ts';

/** All ports and whether the core requires them. */
const PORTS: Readonly<Record<keyof Ports, 'needed' | 'optional'>> = {
  storage: 'needed',
  clock: 'needed',
  newId: 'needed',
  secrets: 'needed',
  schedule: 'needed',
  steadyClock: 'optional',
  logger: 'optional',
  contents: 'optional',
  webhooks: 'optional',
};

/** Rejects unknown port names at compile time. */
export type OnlyPorts<Given extends Ports> = Given & {
  readonly [Name in Exclude<keyof Given, keyof Ports>]: never;
};

/**
 * Throws a TypeError for an unknown or missing port and lists the known ones: a misspelt port would otherwise be
 * ignored, or fail much later.
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
      ...unknown.map((name) => `createTandem has no port named ${name}.`),
      ...missing.map((name) => `createTandem requires the port ${name}.`),
      `The ports are ${known.join(', ')}; nodePorts() of @tandem/adapter-node provides all except storage, contents and webhooks.`,
    ].join(' '),
  );
}
