import { translated } from './unavailable.ts';
import type { Wire } from './wire.ts';

const MAKE = 'INSERT INTO locks (name) VALUES ($1) ON CONFLICT DO NOTHING';
const LOCK = 'SELECT name FROM locks WHERE name = $1 FOR UPDATE';

/**
 * Runs work while it holds a row lock in `locks`, on a separate connection: the lock of a process that ends is released
 * with its connection, and a pooler cannot hand it to another client, as it could with a session lock.
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
