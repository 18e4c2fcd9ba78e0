/**
 * What several reads that do not depend on each other come to; a storage behind a network answers them in one round
 * trip. All are over by then, and of several refusals the first in the order of the list is thrown, as if they had
 * been made one after another.
 */
export async function all<T extends readonly unknown[]>(
  ...reads: { [Index in keyof T]: T[Index] | Promise<T[Index]> }
): Promise<T> {
  const settled = await Promise.allSettled(reads);
  return settled.map((read) => {
    if (read.status === 'rejected') throw read.reason;
    return read.value;
  }) as unknown as T;
}
