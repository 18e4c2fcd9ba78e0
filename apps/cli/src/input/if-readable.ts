import { TandemError } from '@tandem/client';

/** Reads something before a decision; undefined if the key may decide but not read. */
export async function ifReadable<Read>(read: () => Promise<Read>): Promise<Read | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof TandemError && error.code === 'INSUFFICIENT_SCOPE') return undefined;
    throw error;
  }
}
