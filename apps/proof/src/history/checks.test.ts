import { changeProblems, type Register } from './changes.ts';
import { messageProblems, type Talk } from './messages.ts';
import { numberProblems } from './numbers.ts';
import type { Archive, Change, Claim, Create, End, Message, Move } from './record.ts';
import { type Moved, raceProblems, statusProblems } from './statuses.ts';
import { type Ended, turnProblems } from './turns.ts';

// Each check gets a correct history, and then one with a single error.

const at = (started: number, ended = started + 1) => ({ started, ended });

describe('numbers', () => {
  const made = (number: number, when = at(number * 10)): Create => ({
    kind: 'create',
    title: `T${number}`,
    number,
    status: 201,
    ...when,
  });
  const refused: Create = { kind: 'create', title: 'No', number: null, status: 400, ...at(15) };
  const row = (taskNumber: number, title = `T${taskNumber}`) => ({ taskNumber, title });
  const creates = [made(1), refused, made(2), made(3)];
  const all = [row(3), row(1), row(2)];

  test('reports no problem in a correct history of task numbers', () => {
    expect(numberProblems(creates, all)).toEqual([]);
  });
  test.each([
    ['a gap', creates, [row(1), row(2), row(4)], /number 3 is missing/],
    ['a repeat', creates, [...all, row(2)], /Two tasks have the number 2/],
    ['a number answered twice', [...creates, made(2)], all, /2 was answered twice/],
    ['a task that is lost', creates, [row(1), row(2)], /Task 3 is not "T3"/],
    ['a task that is another', creates, [row(1), row(2), row(3, 'T2')], /Task 3 is not "T3"/],
    ['an order against time', [made(1), made(2, at(50)), made(3, at(30))], all, /Task 2 was asked for after/],
  ])('reports %s of task numbers', (_, history, there, problem) => {
    expect(numberProblems(history, there).join('\n')).toMatch(problem);
  });
});

describe('statuses', () => {
  const move = (to: string, reason: string, more: Partial<Move> = {}): Move => ({
    kind: 'move',
    task: 1,
    to,
    by: 'human',
    reason,
    instead: null,
    status: 200,
    ...at(Number(reason) * 10),
    ...more,
  });
  const step = (from: string, to: string, reason: string, by = 'human') => ({ from, to, by, reason });
  const task = (notified: Moved['notified'], status: string, steps: Moved['steps'] = notified): Moved => ({
    task: 1,
    status,
    steps,
    notified,
  });
  const moves = [
    move('waiting', '1', { by: 'agent' }),
    move('done', '2'),
    move('todo', '3', { by: 'service', status: 403, instead: [] }),
    move('in_progress', '4', { status: 422, instead: ['todo'] }),
  ];
  const notified = [step('todo', 'waiting', '1', 'agent'), step('waiting', 'done', '2')];

  test('reports no problem in a correct history of statuses', () => {
    expect(statusProblems(moves, [task(notified, 'done')])).toEqual([]);
  });
  test.each([
    [
      'a step that the table has not',
      [move('done', '1')],
      task([step('todo', 'done', '1')], 'done'),
      /from todo to done/,
    ],
    [
      'an agent that finishes a task',
      [move('waiting', '1'), move('done', '2', { by: 'agent' })],
      task([step('todo', 'waiting', '1'), step('waiting', 'done', '2', 'agent')], 'done'),
      /agent moved it from waiting to done/,
    ],
    [
      'a service that reopens one',
      [move('canceled', '1'), move('backlog', '2', { by: 'service' })],
      task([step('todo', 'canceled', '1'), step('canceled', 'backlog', '2', 'service')], 'backlog'),
      /service moved it from canceled to backlog/,
    ],
    [
      'a chain that is broken',
      moves,
      task([notified[0] as never, step('in_progress', 'done', '2')], 'done'),
      /went from in_progress when it was waiting/,
    ],
    [
      'another status than the last',
      moves,
      task(notified, 'waiting'),
      /is waiting, but its last step led to done/,
    ],
    ['a move that is lost', moves, task(notified.slice(0, 1), 'waiting'), /"2" was acknowledged and is lost/],
    [
      'a move that nobody made',
      moves.slice(0, 1),
      task(notified, 'done'),
      /no client was told that the move "2"/,
    ],
    [
      'an entry that is missing',
      moves,
      task(notified, 'done', notified.slice(0, 1)),
      /notifications and activity differ/,
    ],
    [
      'an order against time',
      [move('waiting', '1', at(20, 21)), move('done', '2', at(10, 11))],
      task([step('todo', 'waiting', '1'), step('waiting', 'done', '2')], 'done'),
      /"1" came before "2"/,
    ],
    [
      'a refusal of what it says is possible',
      [...moves, move('todo', '5', { status: 422, instead: ['todo'] })],
      task(notified, 'done'),
      /to todo was refused/,
    ],
    [
      'a refusal that names no row of the table',
      [...moves, move('done', '5', { status: 422, instead: ['todo', 'backlog'] })],
      task(notified, 'done'),
      /to done was refused/,
    ],
    [
      'another refusal',
      [...moves, move('done', '5', { status: 500 })],
      task(notified, 'done'),
      /to done was refused with 500/,
    ],
  ])('reports %s in a history of statuses', (_, history, there, problem) => {
    expect(statusProblems(history, [there]).join('\n')).toMatch(problem);
  });

  test('reports a race with two winners, one without a winner, and one that failed', () => {
    const lost = move('in_progress', '2', { status: 422 });
    expect(raceProblems([move('in_progress', '1'), lost])).toEqual([]);
    expect(raceProblems([move('in_progress', '1'), move('in_progress', '2')])).toEqual([
      'Task 1: 2 of 2 won.',
    ]);
    expect(raceProblems([lost])).toEqual(['Task 1: 0 of 1 won.']);
    expect(raceProblems([move('in_progress', '1'), { ...lost, status: 500 }])).toEqual([
      'Task 1: a racer was answered 500.',
    ]);
  });
});

describe('changes', () => {
  const change = (value: string, more: Partial<Change> = {}): Change => ({
    kind: 'change',
    task: 1,
    field: 'title',
    value,
    status: 200,
    ...at(Number(value) * 10),
    ...more,
  });
  const register = (value: string, ...entries: [string, string][]): Register => ({
    task: 1,
    field: 'title',
    initial: '0',
    value,
    entries: entries.map(([from, to]) => ({ from, to })),
  });
  const changes = [change('1'), change('2'), change('9', { status: 503 }), change('7', { field: 'tags' })];

  test('reports no problem in a correct history of changes', () => {
    expect(changeProblems(changes, [register('2', ['0', '1'], ['1', '2'])])).toEqual([]);
  });
  test.each([
    ['a change that is lost', changes, register('1', ['0', '1']), /2 was acknowledged and is lost/],
    [
      'a value that was overwritten unseen',
      changes,
      register('1', ['0', '1'], ['1', '2']),
      /is 1, but was last set to 2/,
    ],
    [
      'a chain that is broken',
      changes,
      register('2', ['0', '1'], ['0', '2']),
      /changed from 0 when it was 1/,
    ],
    [
      'a change that was refused',
      changes,
      register('9', ['0', '1'], ['1', '2'], ['2', '9']),
      /no client was told that 9/,
    ],
    [
      'a change made twice',
      changes,
      register('1', ['0', '1'], ['1', '2'], ['2', '1']),
      /the same value twice/,
    ],
    ['an order against time', changes, register('1', ['0', '2'], ['2', '1']), /2 was set before 1/],
  ])('reports %s in a history of changes', (_, history, there, problem) => {
    expect(changeProblems(history, [there]).join('\n')).toMatch(problem);
  });
});

describe('messages', () => {
  const sent = (status: number, more: Partial<Message> = {}): Message => ({
    kind: 'message',
    person: 'ann',
    key: 'k',
    body: 'Hello',
    replayed: status === 200,
    ids: ['c', 'm', 't'],
    status,
    ...at(1),
    ...more,
  });
  const talk = (...messages: Talk['messages'][number][]): Talk => ({ person: 'ann', id: 'c', messages });
  const message = { id: 'm', body: 'Hello', key: 'k' };
  const one = [sent(201), sent(200)];

  test('reports no problem in a correct history of messages', () => {
    expect(messageProblems(one, [talk(message)])).toEqual([]);
  });
  test.each([
    [
      'a message that is there twice',
      one,
      [talk(message), talk({ ...message, id: 'm2' })],
      /is there 2 times/,
    ],
    ['a message that is lost', one, [], /was acknowledged and is lost/],
    ['a key that created twice', [sent(201), sent(201)], [talk(message)], /created 2 messages/],
    ['a key that created nothing', [sent(200)], [talk(message)], /created 0 messages/],
    [
      'other ids for a replay',
      [sent(201), sent(200, { ids: ['c', 'm', 'u'] })],
      [talk(message)],
      /different ids/,
    ],
    [
      'a replay that is not called one',
      [sent(201), sent(200, { replayed: false })],
      [talk(message)],
      /answered 200/,
    ],
    [
      'a creation that is called a replay',
      [sent(201, { replayed: true })],
      [talk(message)],
      /called a replay/,
    ],
    ['a refusal', [sent(201), sent(409)], [talk(message)], /answered 409/],
    ['another text', one, [talk({ ...message, body: 'Bye' })], /is another message/],
  ])('reports %s in a history of messages', (_, history, there, problem) => {
    expect(messageProblems(history, there).join('\n')).toMatch(problem);
  });
});

describe('turns', () => {
  const claim = (token: string, heardAt: number, expiresAt: number): Claim => ({
    kind: 'claim',
    turn: 't',
    chat: 'c',
    person: 'ann',
    token,
    heardAt,
    expiresAt,
    status: 200,
    ...at(heardAt),
  });
  const end = (kind: End['kind'], token: string, when: number, more: Partial<End> = {}): End => ({
    kind,
    turn: 't',
    token,
    text: kind === 'reply' ? 'Yes' : kind === 'fail' ? 'no_idea' : '',
    status: 200,
    ...at(when),
    ...more,
  });
  const archive: Archive = { kind: 'archive', chat: 'c', status: 200, ...at(40) };
  const turn = (more: Partial<Ended> = {}): Ended => ({
    turn: 't',
    chat: 'c',
    status: 'complete',
    errorCode: null,
    reply: 'Yes',
    answers: ['Yes'],
    ...more,
  });
  const pending = turn({ status: 'pending', reply: null, answers: [] });
  const canceled: Ended = { ...pending, status: 'canceled' };
  const given: Ended = { ...pending, status: 'failed', errorCode: 'agent_unresponsive' };

  // Released by the first, forgotten by the second, answered by the third, after which others were too late.
  const claims = [claim('a', 10, 110), claim('b', 20, 30), claim('c', 30, 130)];
  const ends = [end('release', 'a', 15), end('reply', 'c', 35), end('fail', 'c', 35, { status: 409 })];

  test('reports no problem in a correct history of turns', () => {
    expect(turnProblems(claims, ends, [], [turn()])).toEqual([]);
    expect(turnProblems(claims.slice(0, 1), [], [archive], [canceled])).toEqual([]);
    expect(turnProblems([], [], [], [pending])).toEqual([]);
    const forgotten = [claim('a', 10, 20), claim('b', 20, 30), claim('c', 30, 40)];
    expect(turnProblems(forgotten, [], [], [given])).toEqual([]);
  });
  test.each([
    ['a claim while a lease holds', claims, ends.slice(1), [], turn(), /claimed while another lease held/],
    ['a lease given twice', [...claims, claim('c', 131, 200)], ends, [], turn(), /c was given twice/],
    ['two ends', claims, [...ends, end('fail', 'c', 36)], [], turn(), /ended 2 times/],
    [
      'an end by nobody who had it',
      claims,
      [ends[0] as End, end('reply', 'x', 35)],
      [],
      turn(),
      /nobody who had claimed/,
    ],
    ['an answer that is lost', claims, ends, [], pending, /is pending .* after reply/],
    ['another answer', claims, ends, [], turn({ reply: 'No' }), /is complete \(No\) after reply/],
    ['a second message', claims, ends, [], turn({ answers: ['Yes', 'Yes'] }), /said 2 things/],
    [
      'a message of what has not answered',
      claims,
      ends.slice(0, 1),
      [],
      { ...pending, answers: ['Yes'] },
      /said 1 things/,
    ],
    ['an end that nobody made', claims, ends.slice(0, 1), [], turn(), /is complete .* after nothing/],
    ['a cancellation that nobody made', [], [], [], canceled, /is canceled .* after nothing/],
    ['a turn given up too early', claims.slice(0, 1), [], [], given, /is failed .* after nothing/],
    ['a turn in a closed chat', [], [], [archive], pending, /outlived its chat/],
    ['a missing turn', claims, ends, [], turn({ turn: 'u', status: 'pending' }), /Turn t is missing/],
  ])('reports %s in a history of turns', (_, claimed, ended, archives, there, problem) => {
    expect(turnProblems(claimed, ended, archives, [there]).join('\n')).toMatch(problem);
  });
});
