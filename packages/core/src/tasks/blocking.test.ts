import { judged } from '../../testing/world.ts';
import { CALLER_TYPES, type CallerType } from '../access/caller.ts';
import { checkDelete, checkUnrelate } from './blocking.ts';
import type { RelationKind } from './relations.ts';
import { type Blocker, isOpen, TASK_STATUSES, type TaskStatus } from './status.ts';

const blocker = (taskNumber: number, status: TaskStatus = 'todo'): Blocker => ({
  taskNumber,
  title: 'x',
  status,
  assignedTo: null,
});
const NO_PEOPLE = ['agent', 'service'] as const;

describe('removing a relation', () => {
  const verdict = (
    by: CallerType,
    relation: { kind?: RelationKind; madeBy?: CallerType } = {},
    blocked: TaskStatus = 'todo',
    openBlockers: readonly Blocker[] = [blocker(1)],
  ) =>
    judged(() =>
      checkUnrelate(by, { kind: 'blocks', from: 1, madeBy: 'agent', ...relation }, blocked, openBlockers),
    );

  test('people can remove every relation', () => {
    for (const madeBy of CALLER_TYPES) expect(verdict('human', { madeBy })).toBe('ok');
  });

  test.each(NO_PEOPLE)('%s can remove relations that do not block, whoever created them', (by) => {
    for (const kind of ['related', 'duplicate_of'] as const) {
      expect(verdict(by, { kind, madeBy: 'human' })).toBe('ok');
    }
  });

  test.each(NO_PEOPLE)('%s can never remove a blocker that a person added', (by) => {
    for (const status of TASK_STATUSES) {
      for (const blockers of [[], [blocker(1)], [blocker(1), blocker(2)]]) {
        expect(verdict(by, { madeBy: 'human' }, status, blockers)).toBe('HUMANS_ONLY');
      }
    }
  });

  test.each(TASK_STATUSES)('only people can remove the last open blocker of a task that is %s', (status) => {
    const expected = isOpen(status) ? 'HUMANS_ONLY' : 'ok';
    for (const by of NO_PEOPLE) {
      for (const madeBy of NO_PEOPLE) expect(verdict(by, { madeBy }, status)).toBe(expected);
      expect(verdict(by, {}, status, [blocker(1), blocker(2)])).toBe('ok');
      expect(verdict(by, {}, status, [blocker(2), blocker(1)])).toBe('ok');
      expect(verdict(by, {}, status, [blocker(2)])).toBe('ok');
      expect(verdict(by, {}, status, [])).toBe('ok');
    }
  });
});

describe('deleting a task', () => {
  const relation = (type: 'blocks' | 'blocked_by' | 'related', madeBy: CallerType, status: TaskStatus) => ({
    id: 'r',
    type,
    direction: 'outgoing' as const,
    madeBy,
    task: blocker(2, status),
  });

  test.each(TASK_STATUSES)(
    'deleting a task that is %s: relations that an agent or a service may remove with it',
    (status) => {
      for (const other of TASK_STATUSES) {
        for (const by of NO_PEOPLE) {
          const verdict = (type: 'blocks' | 'blocked_by' | 'related', madeBy: CallerType) =>
            judged(() => checkDelete(by, status, [relation(type, madeBy, other)]));
          expect(verdict('related', 'human')).toBe('ok');
          expect(verdict('blocked_by', 'agent')).toBe('ok');
          expect(verdict('blocked_by', 'human')).toBe('HUMANS_ONLY');
          expect(verdict('blocks', 'human')).toBe('HUMANS_ONLY');
          expect(verdict('blocks', 'agent')).toBe(isOpen(status) && isOpen(other) ? 'HUMANS_ONLY' : 'ok');
        }
        expect(judged(() => checkDelete('human', status, [relation('blocks', 'human', other)]))).toBe('ok');
      }
    },
  );
});
