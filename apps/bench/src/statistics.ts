/** The value below which this share of the values lies, from 0 to 1. Expects values in ascending order. */
export function quantile(ascending: ArrayLike<number>, share: number): number {
  const last = ascending.length - 1;
  return last < 0 ? Number.NaN : (ascending[Math.round(last * share)] as number);
}

export const median = (values: readonly number[]): number =>
  quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
