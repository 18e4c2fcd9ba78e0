import type { Line } from './line.ts';

/** How long a lease lasts. A leader that is gone is followed by another after so long. */
const LEASE_MS = 5_000;
/** A lease is renewed when it is as old as this, and trusted for so long by whoever holds it. */
const RENEW_MS = 1_500;
const TRUST_MS = 4_500;
/** How long whoever does not lead takes that for the case. */
const FOLLOW_MS = 1_000;

const NOW = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
const TAKE = `
  INSERT INTO leases (name, holder, until) VALUES ('leader', $1, ${NOW} + ${LEASE_MS})
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
  WHERE leases.holder = excluded.holder OR leases.until < ${NOW}
  RETURNING holder`;
const GIVE_UP = `DELETE FROM leases WHERE name = 'leader' AND holder = $1`;

/** Which process leads: the one that has the lease, by the time of the database. */
export interface Leading {
  leads(): Promise<boolean>;
  /** Lets another process lead at once. */
  giveUp(): Promise<void>;
}

export function createLeading(line: Line, name: string): Leading {
  /** What was last told, and when it was asked for. */
  let known = { leads: false, at: Number.NEGATIVE_INFINITY };
  let asking: Promise<boolean> | null = null;
  let given = false;

  const ask = async (): Promise<boolean> => {
    const at = performance.now();
    try {
      const wire = await line.wire();
      const leads = (await wire.rows(TAKE, [name])).length > 0;
      known = { leads, at };
    } catch {
      // Without the database nobody leads; a lease goes on until it ends.
      if (!known.leads || performance.now() - known.at > TRUST_MS) known = { leads: false, at };
    } finally {
      asking = null;
    }
    return known.leads;
  };

  return {
    leads: async () => {
      if (given) return false;
      const age = performance.now() - known.at;
      if (age < (known.leads ? RENEW_MS : FOLLOW_MS)) return known.leads;
      asking ??= ask();
      // While the lease is good nobody waits for it to be renewed.
      return known.leads && age < TRUST_MS ? true : asking;
    },
    giveUp: async () => {
      given = true;
      await asking;
      if (!known.leads) return;
      const wire = await line.wire();
      await wire.rows(GIVE_UP, [name]);
    },
  };
}
