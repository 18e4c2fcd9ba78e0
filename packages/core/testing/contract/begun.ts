import { type Caller, createTandem, type Ports, type Storage, type Tandem } from '../../src/index.ts';
import { newTeam } from '../team.ts';

/** Ports with counted ids, which start as given, and a stopped clock: rows of one millisecond must keep their order. */
export function portsOn(storage: Storage, prefix = 'ID'): Ports {
  let ids = 0;
  return {
    storage,
    clock: () => 1_700_000_000_000,
    newId: () => `${prefix}${String(++ids).padStart(6, '0')}`,
    secrets: {
      randomBytes: (count) => new Uint8Array(count).fill(7),
      sha256: (data) => `digest of ${data}`,
    },
    schedule: () => () => undefined,
  };
}

/** A Tandem on a storage, and its admin Ada. */
export async function begun(
  storage: Storage,
  prefix?: string,
): Promise<{ tandem: Tandem; me: Caller; storage: Storage }> {
  const tandem = createTandem(portsOn(storage, prefix));
  return { tandem, storage, me: (await newTeam(tandem)).admin };
}
