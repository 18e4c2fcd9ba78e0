import fc from 'fast-check';
import { circlesAmong } from './circles.ts';

type Edge = readonly [number, number];
const inOrder = (edges: readonly Edge[]) => edges.toSorted(([a], [b]) => a - b);

/** By taking away what nothing leads on from, until nothing changes. */
function hasCircle(edges: readonly Edge[]): boolean {
  let left = edges;
  for (;;) {
    const starts = new Set(left.map(([from]) => from));
    const next = left.filter(([, to]) => starts.has(to));
    if (next.length === left.length) return left.length > 0;
    left = next;
  }
}

test('circles are found where there are some, and each that is told is one', () => {
  const node = fc.integer({ min: 1, max: 12 });
  const edges = fc.uniqueArray(fc.tuple(node, node), { maxLength: 30, selector: String });
  fc.assert(
    fc.property(edges, (some) => {
      const found = [...circlesAmong(inOrder(some))];
      expect(found.length > 0).toBe(hasCircle(some));
      const there = new Set(some.map(String));
      for (const circle of found) {
        expect(new Set(circle).size).toBe(circle.length);
        circle.forEach((from, i) => {
          expect(there).toContain(String([from, circle[(i + 1) % circle.length]]));
        });
      }
    }),
  );
});

test('a way of 200,000 steps is gone to its end', () => {
  const way = Array.from({ length: 200_000 }, (_, i): Edge => [i, i + 1]);
  expect([...circlesAmong(way)]).toEqual([]);
  const [circle] = circlesAmong([...way, [200_000, 0]]);
  expect(circle).toHaveLength(200_001);
});
