import { codeOf } from './errors.ts';
import { UnfitServer } from './server.ts';
import type { Wire } from './wire.ts';

const BACKEND = 'SELECT pg_backend_pid()';

/**
 * Errors of a pooler that switches connections per transaction or statement: an unknown prepared statement, or refused
 * transactions.
 */
const POOLED = ['26000', '42P05', '08P01'];

/**
 * Throws `UnfitServer` if a pooler between this process and the database does not dedicate connections to clients.
 * Settings, prepared statements and LISTEN would then affect other clients or get lost. The check uses two connections:
 * each must keep its own backend, also while the other is in a transaction.
 */
export async function checkSession(wire: Wire, open: () => Promise<Wire>): Promise<void> {
  if (await isPooled(wire, open)) {
    throw new UnfitServer(
      'A connection pooler (such as PgBouncer) between Tandem and the database shares connections among clients. Set its pool_mode to session for this database, or set TANDEM_DATABASE_URL to the database itself.',
    );
  }
}

async function isPooled(wire: Wire, open: () => Promise<Wire>): Promise<boolean> {
  const other = await open();
  try {
    const before = [await backendOf(wire), await backendOf(wire)];
    await other.rows('BEGIN');
    // A pooler with a single connection would block `wire` from here on.
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
