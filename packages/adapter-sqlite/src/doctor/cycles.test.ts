import fc from 'fast-check';
import { cyclesAmong } from './cycles.ts';

type Edge = readonly [number, number];
const inOrder = (edges: readonly Edge[]) => edges.toSorted(([a], [b]) => a - b);

/** By repeatedly removing nodes without outgoing edges. */
function hasCycle(edges: readonly Edge[]): boolean {
  let left = edges;
  for (;;) {
    const starts = new Set(left.map(([from]) => from));
    const next = left.filter(([, to]) => starts.has(to));
    if (next.length === left.length) return left.length > 0;
    left = next;
  }
}

test('finds a cycle if there is one, and each one reported is a cycle', () => {
  const node = fc.integer({ min: 1, max: 12 });
  const edges = fc.uniqueArray(fc.tuple(node, node), { maxLength: 30, selector: String });
  fc.assert(
    fc.property(edges, (some) => {
      const found = [...cyclesAmong(inOrder(some))];
      expect(found.length > 0).toBe(hasCycle(some));
      const there = new Set(some.map(String));
      for (const cycle of found) {
        expect(new Set(cycle).size).toBe(cycle.length);
        cycle.forEach((from, i) => {
          expect(there).toContain(String([from, cycle[(i + 1) % cycle.length]]));
        });
      }
    }),
  );
});

test('follows a path of 200,000 steps to its end', () => {
  const way = Array.from({ length: 200_000 }, (_, i): Edge => [i, i + 1]);
  expect([...cyclesAmong(way)]).toEqual([]);
  const [cycle] = cyclesAmong([...way, [200_000, 0]]);
  expect(cycle).toHaveLength(200_001);
});
