import { judged } from '../../testing/world.ts';
import type { Refusal } from '../shared/refusal.ts';
import {
  type Blocker,
  checkCreation,
  checkMove,
  defaultStatus,
  isOpen,
  type Mover,
  validTransitions,
} from './status.ts';

type Status = 'backlog' | 'todo' | 'in_progress' | 'waiting' | 'done' | 'canceled';
const STATUSES: Status[] = ['backlog', 'todo', 'in_progress', 'waiting', 'done', 'canceled'];

const human: Mover = { type: 'human', agentCompletion: false };
const agent: Mover = { type: 'agent', agentCompletion: false };
const completingAgent: Mover = { type: 'agent', agentCompletion: true };
const service: Mover = { type: 'service', agentCompletion: false };
const held: Mover = { type: 'service', agentCompletion: false, held: true };
const heldAgent: Mover = { type: 'agent', agentCompletion: true, held: true };

const BLOCKER: Blocker = { taskNumber: 7, title: 'Lay the foundation', status: 'todo', assignedTo: 'bob' };

/**
 * The interface's table, retyped for each kind of caller. + is allowed; . is not in the row (422); C is done by an
 * agent while completion is off (403); H is a reopening by an agent or a service (403).
 */
const OUTCOMES = { '+': 'ok', '.': 'INVALID_TRANSITION', C: 'AGENT_COMPLETION_DISABLED', H: 'HUMANS_ONLY' };

// biome-ignore format: tables
const TABLES: [string, Mover, Record<Status, string>][] = [
  ['a human', human, {
    //            backlog todo in_progress waiting done canceled
    backlog:     '.       +    +           .       .    +',
    todo:        '+       .    +           +       .    +',
    in_progress: '+       +    .           +       +    +',
    waiting:     '+       +    +           .       +    +',
    done:        '.       +    .           .       .    .',
    canceled:    '+       .    .           .       .    .',
  }],
  ['an agent without agent completion', agent, {
    backlog:     '.       +    +           .       .    +',
    todo:        '+       .    +           +       .    +',
    in_progress: '+       +    .           +       C    +',
    waiting:     '+       +    +           .       C    +',
    done:        '.       H    .           .       .    .',
    canceled:    'H       .    .           .       .    .',
  }],
  ['an agent with agent completion', completingAgent, {
    backlog:     '.       +    +           .       .    +',
    todo:        '+       .    +           +       .    +',
    in_progress: '+       +    .           +       +    +',
    waiting:     '+       +    +           .       +    +',
    done:        '.       H    .           .       .    .',
    canceled:    'H       .    .           .       .    .',
  }],
  ['a service', service, {
    backlog:     '.       +    +           .       .    +',
    todo:        '+       .    +           +       .    +',
    in_progress: '+       +    .           +       +    +',
    waiting:     '+       +    +           .       +    +',
    done:        '.       H    .           .       .    .',
    canceled:    'H       .    .           .       .    .',
  }],
  ['a service, of what an agent has put into a backlog that people let in from', held, {
    backlog:     '.       H    H           .       .    H',
    todo:        '+       .    +           +       .    +',
    in_progress: '+       +    .           +       +    +',
    waiting:     '+       +    +           .       +    +',
    done:        '.       H    .           .       .    .',
    canceled:    'H       .    .           .       .    .',
  }],
];

const cellsOf = (row: string) => row.split(/ +/) as (keyof typeof OUTCOMES)[];
const moves = TABLES.flatMap(([who, mover, table]) =>
  STATUSES.flatMap((from) =>
    cellsOf(table[from]).map((cell, i) => [who, from, STATUSES[i] as Status, OUTCOMES[cell], mover] as const),
  ),
);
const rows = TABLES.flatMap(([who, mover, table]) =>
  STATUSES.map((from) => {
    const valid = STATUSES.filter((_, i) => cellsOf(table[from])[i] === '+');
    return [who, from, valid, mover] as const;
  }),
);

describe('the table of moves', () => {
  test('the table has every pair of statuses for each of the five kinds of caller', () => {
    expect(moves).toHaveLength(6 * 6 * 5);
  });

  test.each(moves)('%s moves a task from %s to %s: %s', (_who, from, to, expected, mover) => {
    expect(judged(() => checkMove(from, to, mover, []))).toBe(expected);
  });

  test.each(rows)('validTransitions lists what %s may do from %s: %j', (_who, from, valid, mover) => {
    expect(validTransitions(from, mover)).toStrictEqual(valid);
  });

  test.each(moves.filter(([, , , expected]) => expected !== 'ok'))(
    'the refusal of %s, %s to %s (%s) lists the valid transitions',
    (_who, from, to, _expected, mover) => {
      expect(refused(from, to, mover).details).toStrictEqual({
        validTransitions: validTransitions(from, mover),
      });
    },
  );

  test('the message of a refusal lists the possible statuses', () => {
    expect(refused('in_progress', 'done', agent).message).toContain('backlog, todo, waiting, canceled');
    expect(refused('done', 'waiting', agent).message).toContain('You may not move it anywhere from here');
  });
});

describe('a blocked task', () => {
  const blockers = [BLOCKER];

  test.each([
    ['an agent', agent],
    ['an agent with agent completion', completingAgent],
    ['a service', service],
  ])('a blocked task cannot be moved to in_progress by %s', (_who, mover) => {
    for (const from of ['backlog', 'todo', 'waiting'] as const) {
      expect(judged(() => checkMove(from, 'in_progress', mover, blockers))).toBe('TASK_BLOCKED');
    }
  });

  test('a blocked task can be moved to in_progress by a person', () => {
    expect(judged(() => checkMove('todo', 'in_progress', human, blockers))).toBe('ok');
  });

  test.each(moves.filter(([, , to]) => to !== 'in_progress'))(
    'a block affects only the move to in_progress: %s, %s to %s stays %s',
    (_who, from, to, expected, mover) => {
      expect(judged(() => checkMove(from, to, mover, blockers))).toBe(expected);
    },
  );

  test('the refusal of a blocked move lists the open blockers', () => {
    expect(refused('todo', 'in_progress', agent, blockers).details).toStrictEqual({ blockers });
  });
});

describe('a move is checked in order: row, kind of caller, blockers', () => {
  test('a target outside the row is 422 even for a caller without the right', () => {
    expect(judged(() => checkMove('backlog', 'done', agent, [BLOCKER]))).toBe('INVALID_TRANSITION');
    expect(judged(() => checkMove('done', 'in_progress', agent, [BLOCKER]))).toBe('INVALID_TRANSITION');
  });

  test('a missing right is refused before blockers are checked', () => {
    expect(judged(() => checkMove('canceled', 'backlog', service, [BLOCKER]))).toBe('HUMANS_ONLY');
  });
});

describe('a caller cannot create a task in a status that it may not move to', () => {
  // biome-ignore format: a table
  test.each<[string, Mover, string]>([
    //                                             backlog todo in_progress waiting done canceled
    ['a human',                           human,           '+ + + + + +'],
    ['an agent without agent completion', agent,           '+ + + + C +'],
    ['an agent with agent completion',    completingAgent, '+ + + + + +'],
    ['a service',                         service,         '+ + + + + +'],
    ['an agent, into the backlog alone',  heldAgent,       '+ H H H H H'],
  ])('%s can create tasks in the right statuses', (_who, mover, row) => {
    expect(STATUSES.map((status) => judged(() => checkCreation(status, mover)))).toStrictEqual(
      cellsOf(row).map((cell) => OUTCOMES[cell]),
    );
  });

  test('the refusal of a creation lists the remaining statuses', () => {
    expect(thrown(() => checkCreation('done', agent)).details).toStrictEqual({
      validTransitions: ['backlog', 'todo', 'in_progress', 'waiting', 'canceled'],
    });
  });
});

test('a task of a held creator starts in the backlog, any other in todo', () => {
  expect([human, agent, service, heldAgent].map(defaultStatus)).toEqual(['todo', 'todo', 'todo', 'backlog']);
});

test('a blocker is open while its status is neither done nor canceled', () => {
  expect(STATUSES.filter(isOpen)).toStrictEqual(['backlog', 'todo', 'in_progress', 'waiting']);
});

const refused = (from: Status, to: Status, mover: Mover, blockers: readonly Blocker[] = []) =>
  thrown(() => checkMove(from, to, mover, blockers));

function thrown(rule: () => void): Refusal {
  try {
    rule();
  } catch (error) {
    return error as Refusal;
  }
  throw new Error('Nothing was refused');
}
