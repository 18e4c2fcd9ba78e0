import type { Line } from './line.ts';

/** Duration of a lease. After it, another process replaces a leader that is gone. */
const LEASE_MS = 5_000;
/** Age at which a lease is renewed, and how long its holder trusts it. */
const RENEW_MS = 1_500;
const TRUST_MS = 4_500;
/** Time for which a follower trusts that it is not the leader. */
const FOLLOW_MS = 1_000;

const NOW = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
const TAKE = `
  INSERT INTO leases (name, holder, until) VALUES ('leader', $1, ${NOW} + ${LEASE_MS})
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
  WHERE leases.holder = excluded.holder OR leases.until < ${NOW}
  RETURNING holder`;
const GIVE_UP = `DELETE FROM leases WHERE name = 'leader' AND holder = $1`;

/** Leader election: the leader holds the lease, by the database's time. */
export interface Leading {
  leads(): Promise<boolean>;
  /** Lets another process take over at once. */
  giveUp(): Promise<void>;
}

export function createLeading(line: Line, name: string): Leading {
  /** The last result, and when it was requested. */
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
      // Without the database there is no new leader; an existing lease lasts until its end.
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
      // While the lease is valid, callers do not wait for its renewal.
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
