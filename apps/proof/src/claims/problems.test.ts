import type { Claimed, Done, Entry, Posting } from './ledger.ts';
import { type Accepted, claimProblems, type Ended } from './problems.ts';

const claimed = (attempt: number, started: number, more: Partial<Claimed> = {}): Claimed => ({
  kind: 'claimed',
  agent: 'bee',
  task: 1,
  token: `t${attempt}`,
  attempt,
  started,
  ended: started + 1,
  ...more,
});
const posting = (token: string, summary: string): Posting => ({
  kind: 'posting',
  agent: 'bee',
  task: 1,
  token,
  summary,
});
const did = (
  kind: Done['kind'],
  token: string,
  started: number,
  status = 200,
  summary: string | null = null,
): Done => ({
  kind,
  task: 1,
  token,
  status,
  code: status === 409 ? 'LEASE_LOST' : null,
  summary,
  started,
  ended: started + 1,
});
const TASK: Ended = {
  task: 1,
  status: 'done',
  held: false,
  description: null,
  blockers: [2],
  results: [{ summary: 'succeeded a', author: 'bee', attempt: 1, verdict: 'accepted' }],
  moves: [
    { from: 'todo', to: 'in_progress', by: 'agent' },
    { from: 'in_progress', to: 'waiting', by: 'agent' },
    { from: 'waiting', to: 'done', by: 'human' },
  ],
  reported: 1,
};
const ENTRIES: readonly Entry[] = [
  claimed(1, 10),
  did('heartbeat', 't1', 20),
  posting('t1', 'succeeded a'),
  did('result', 't1', 30, 201, 'succeeded a'),
  did('change', 't1', 40, 409),
];
const ACCEPTED: Accepted = new Map([[2, { started: 1, ended: 2 }]]);

test('reports no problem when each task was done once', () => {
  expect(claimProblems(ENTRIES, [TASK], ACCEPTED)).toEqual([]);
});

// biome-ignore format: a table
test.each<[string, readonly Entry[], Partial<Ended>, Accepted, RegExp]>([
  ['a task that is not done',          ENTRIES, { status: 'todo' }, ACCEPTED, /is todo/],
  ['a task still claimed',              ENTRIES, { held: true }, ACCEPTED, /is held/],
  ['a result that nobody accepted',    ENTRIES, { results: [{ ...TASK.results[0], verdict: null } as never] }, ACCEPTED, /was accepted by/],
  ['a log with entries missing',         ENTRIES, { reported: 0 }, ACCEPTED, /the log has 0/],
  ['an unrequested review',   ENTRIES, { moves: [...TASK.moves, ...TASK.moves] }, ACCEPTED, /went to review 2 times/],
  ['a duplicate result',     ENTRIES, { results: [{ ...TASK.results[0], verdict: null } as never, ...TASK.results], reported: 2 }, ACCEPTED, /is there 2 times/],
  ['a result never posted',      ENTRIES.filter(({ kind }) => kind !== 'posting'), {}, ACCEPTED, /was never posted/],
  ['a result of another attempt',      [claimed(3, 10, { token: 't1' }), ...ENTRIES.slice(1)], {}, ACCEPTED, /is of attempt 1, the claim of 3/],
  ['a result that was lost',           [...ENTRIES, posting('t1', 'succeeded b'), did('result', 't1', 25, 201, 'succeeded b')], {}, ACCEPTED, /and is not there/],
  ['a result that was refused',        [...ENTRIES.slice(0, 3), did('result', 't1', 30, 409, 'succeeded a')], {}, ACCEPTED, /answered 409 LEASE_LOST, and is there/],
  ['a write with an old token',  [...ENTRIES, claimed(2, 15), did('heartbeat', 't1', 28)], {}, ACCEPTED, /succeeded after attempt 2 had begun/],
  ['a write after the claim ended',            [...ENTRIES, did('heartbeat', 't1', 50)], {}, ACCEPTED, /after its claim had ended by result/],
  ['a write with an unknown token',           [...ENTRIES, did('heartbeat', 'x', 50)], {}, ACCEPTED, /with an unknown token/],
  ['a refusal of another kind',        [...ENTRIES, { ...did('heartbeat', 't1', 50, 409), code: 'TASK_CLAIMED' }], {}, ACCEPTED, /answered 409 TASK_CLAIMED/],
  ['a change by a late run',           ENTRIES, { description: 'late' }, ACCEPTED, /changed by a late run/],
  ['a blocker completed later',    ENTRIES, {}, new Map([[2, { started: 12, ended: 13 }]]), /before task 2 was done/],
])('reports %s', (_, entries, task, accepted, problem) => {
  const problems = claimProblems(entries, [{ ...TASK, ...task }], accepted);
  expect(problems).toContainEqual(expect.stringMatching(problem));
});
