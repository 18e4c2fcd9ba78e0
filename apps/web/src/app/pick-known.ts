/**
 * Only the known search parameters. The router would also pass on unknown parameters and invalid values of known
 * ones.
 */
export const pickKnown =
  <Search>(known: (given: Record<string, unknown>) => Search) =>
  (given: Record<string, unknown>): Search => ({
    ...Object.fromEntries(Object.keys(given).map((name) => [name, undefined])),
    ...known(given),
  });
