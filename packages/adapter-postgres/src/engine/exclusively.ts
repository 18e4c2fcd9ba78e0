import { translated } from './unavailable.ts';
import type { Wire } from './wire.ts';

const MAKE = 'INSERT INTO locks (name) VALUES ($1) ON CONFLICT DO NOTHING';
const LOCK = 'SELECT name FROM locks WHERE name = $1 FOR UPDATE';

/**
 * Runs work while it holds a row of `locks`, on a connection of its own: a process that goes lets go of it with its
 * connection, and a pooler between cannot hand the lock to another, as it could with one of a session.
 */
export async function exclusively<T>(
  open: () => Promise<Wire>,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  let wire: Wire;
  try {
    wire = await open();
  } catch (error) {
    throw translated(error);
  }
  try {
    try {
      await wire.rows(MAKE, [name]);
      await wire.rows('BEGIN');
      await wire.rows(LOCK, [name]);
    } catch (error) {
      throw translated(error);
    }
    return await work();
  } finally {
    await wire.close();
  }
}
