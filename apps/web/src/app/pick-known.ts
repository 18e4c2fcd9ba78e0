/**
 * The search parameters that a page knows, alone: the router would hand on beside them whatever else stands in the address,
 * also a value that the page has left out because it is none.
 */
export const pickKnown =
  <Search>(known: (given: Record<string, unknown>) => Search) =>
  (given: Record<string, unknown>): Search => ({
    ...Object.fromEntries(Object.keys(given).map((name) => [name, undefined])),
    ...known(given),
  });
