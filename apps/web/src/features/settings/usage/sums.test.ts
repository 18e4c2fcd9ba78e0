import { barsOf, columnsOf, namesIn } from './sums.ts';

const agent = (name: string, usage: Record<string, number>) => ({ agent: { id: `id-${name}`, name }, usage });

it('agents are sorted by their usage, as shares of the largest', () => {
  const sums = [
    agent('scribe', { tokens: 50 }),
    agent('brush', { tokens: 200 }),
    agent('cook', { dollars: 1 }),
  ];
  expect(barsOf(sums, 'tokens', 'No agent')).toEqual([
    { key: 'id-brush', text: 'brush', value: 200, share: 1 },
    { key: 'id-scribe', text: 'scribe', value: 50, share: 0.25 },
  ]);
});

it('each day has a column, also one without usage', () => {
  const sums = [
    { day: '2026-03-03', usage: { tokens: 1 } },
    { day: '2026-03-01', usage: { tokens: 3, dollars: 1 } },
  ];
  const days = ['2026-03-01', '2026-03-02', '2026-03-03'];
  expect(columnsOf(sums, 'tokens', days)).toEqual([3, 0, 1]);
  expect(columnsOf(sums, 'dollars', days)).toEqual([1, 0, 0]);
});

it('usage without an agent gets a name', () => {
  expect(barsOf([{ agent: null, usage: { tokens: 1 } }], 'tokens', 'No agent')[0]?.text).toBe('No agent');
});

it('every usage number has a name', () => {
  expect(namesIn([agent('a', { tokens: 1 }), agent('b', { dollars: 2, tokens: 1 })])).toEqual([
    'dollars',
    'tokens',
  ]);
});
