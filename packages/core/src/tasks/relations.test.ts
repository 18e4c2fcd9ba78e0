import { ACYCLIC, edgeOf, type RelationType, seenFrom } from './relations.ts';

const OTHER = { taskNumber: 0, title: 'Other', status: 'todo', assignedTo: null } as const;

/** The views of a relation created on task 1 with task 2, from both tasks. */
const views = (type: RelationType, madeOn: number, with_: number) => {
  const relation = { id: 'r', ...edgeOf(madeOn, type, with_), madeOn, madeBy: 'human' } as const;
  const view = (task: number) => {
    const { type: seen, direction } = seenFrom(task, relation, OTHER);
    return `${seen} ${direction}`;
  };
  return { there: view(with_), here: view(madeOn) };
};

// biome-ignore format: a table
test.each<[RelationType, string, string]>([
  ['blocks',       'blocks outgoing',       'blocked_by incoming'],
  ['blocked_by',   'blocked_by outgoing',   'blocks incoming'],
  ['related',      'related outgoing',      'related incoming'],
  ['duplicate_of', 'duplicate_of outgoing', 'duplicate_of incoming'],
])('a relation created as %s is %s where it was created and %s on the other task', (type, here, there) => {
  expect(views(type, 1, 2)).toStrictEqual({ here, there });
  expect(views(type, 2, 1)).toStrictEqual({ here, there });
});

test('"A blocks B" and "B blocked_by A" are the same relation', () => {
  expect(edgeOf(1, 'blocks', 2)).toStrictEqual(edgeOf(2, 'blocked_by', 1));
});

test('"A blocks B" and "B blocks A" are different relations', () => {
  expect(edgeOf(1, 'blocks', 2)).not.toStrictEqual(edgeOf(2, 'blocks', 1));
});

test('related is the same relation in either direction', () => {
  expect(edgeOf(1, 'related', 2)).toStrictEqual(edgeOf(2, 'related', 1));
});

test('duplicate_of has a direction', () => {
  expect(edgeOf(1, 'duplicate_of', 2)).not.toStrictEqual(edgeOf(2, 'duplicate_of', 1));
});

test('cycles are checked among blocks and duplicate_of, not among related', () => {
  expect([...ACYCLIC].sort()).toStrictEqual(['blocks', 'duplicate_of']);
});
