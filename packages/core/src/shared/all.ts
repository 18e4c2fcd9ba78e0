/**
 * Runs independent reads in parallel; a storage behind a network answers them in one round trip. Waits for all of
 * them, and throws the first refusal in the order of the list, as if they had run one after another.
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
