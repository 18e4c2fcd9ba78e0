import { closingEdges } from './cycles.ts';

test('finds the edges that close cycles, in chains longer than the call stack too', () => {
  const edges = ['ab', 'bc', 'ca', 'cd', 'dd', 'xa'].map(([from = '', to = '']) => ({ from, to }));
  expect([...closingEdges(edges)]).toEqual([edges[2], edges[4]]);
  const chain = Array.from({ length: 100_000 }, (_, at) => ({ from: `${at}`, to: `${at + 1}` }));
  expect(closingEdges(chain).size).toBe(0);
  const last = { from: '100000', to: '0' };
  expect([...closingEdges([...chain, last])]).toEqual([last]);
});
