import { codeOf } from './errors.ts';
import { UnfitServer } from './server.ts';
import type { Wire } from './wire.ts';

const BACKEND = 'SELECT pg_backend_pid()';

/**
 * What a pooler answers that hands each transaction, or each statement, to another connection: it does not know a
 * prepared statement, or refuses transactions.
 */
const POOLED = ['26000', '42P05', '08P01'];

/**
 * Throws `UnfitServer` where a pooler between this process and the database does not keep a connection for one client.
 * Settings, prepared statements and LISTEN then reach other clients or get lost. It is found out by two connections: each
 * must stay on a backend of its own, also while the other one is in a transaction.
 */
export async function checkSession(wire: Wire, open: () => Promise<Wire>): Promise<void> {
  if (await isPooled(wire, open)) {
    throw new UnfitServer(
      'A connection pooler (such as PgBouncer) between Tandem and the database shares connections among clients. Set its pool_mode to session for this database, or name the database itself in TANDEM_DATABASE_URL.',
    );
  }
}

async function isPooled(wire: Wire, open: () => Promise<Wire>): Promise<boolean> {
  const other = await open();
  try {
    const before = [await backendOf(wire), await backendOf(wire)];
    await other.rows('BEGIN');
    // A pooler with one connection would let `wire` wait for it from here on.
    if (before.includes(await backendOf(other))) return true;
    const after = await backendOf(wire);
    return before.some((pid) => pid !== after);
  } catch (error) {
    if (POOLED.includes(codeOf(error)) || POOLED.includes(codeOf((error as Error).cause))) return true;
    throw error;
  } finally {
    other.destroy();
  }
}

const backendOf = async (wire: Wire): Promise<unknown> => (await wire.rows(BACKEND))[0]?.[0];
