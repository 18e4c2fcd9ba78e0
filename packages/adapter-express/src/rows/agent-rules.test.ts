import { errorsOf, type Operation, operations } from '@tandem/contract';
import type { Answer } from '../testing/client.ts';
import { type Example, exampleOf, send } from '../testing/examples.ts';
import type { Seed } from '../testing/seed.ts';
import { seededWorlds } from '../testing/seeded-worlds.ts';
import { type Body, type Holder, outcome, type World } from '../testing/world.ts';
import {
  AGENT_RULES,
  type AgentRule,
  APPLIES,
  EXEMPT,
  type OperationId,
  RULES_OF,
  type Verdict,
} from './agent-rules.ts';

const EVIDENCE = { outcome: 'succeeded', summary: 'It works' };
const QUESTION = { kind: 'approval', text: 'May I?' };

/** A resource that a rule protects, and the caller who tries to change it. */
interface Situation {
  /** The task or goal that replaces that of the seed in the examples. */
  readonly taskId?: string;
  readonly goalId?: string;
  readonly holders: readonly Holder[];
  /** Requests that replace the examples. */
  readonly requests?: Partial<Record<OperationId, Partial<Example>>>;
  /** Operations that fail for another reason. */
  readonly cannot?: Partial<Record<OperationId, Holder>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Requests by a person that make the rule apply. */
  readonly before?: Partial<Record<OperationId, () => Promise<unknown>>>;
}

interface Trial {
  readonly rule: AgentRule;
  readonly code: string;
  /** Distinguishes rules with the same code. */
  readonly says?: RegExp;
  make(w: World, s: Seed): Promise<Situation>;
}

const otherAgent = (w: World) => w.keyFor('hare', 'agent', ['full']);

const MOVE = { body: { to: 'todo' } };

/** A waiting task with an attachment, and the requests that would change it. */
async function waiting(w: World, s: Seed, taskId: string): Promise<Situation> {
  const { id } = await w.admin.creates(`/tasks/${taskId}/attachments`, { fileId: s.fileId });
  return {
    taskId,
    holders: [w.service, await otherAgent(w), w.runtime],
    requests: {
      'tasks.update': { body: { title: 'Another' } },
      'tasks.transition': MOVE,
      'tasks.detach': { params: { identifier: taskId, attachmentId: id } },
      'results.post': { body: { ...EVIDENCE, to: 'done' } },
      'questions.ask': { body: QUESTION },
    },
    before: { 'tasks.delete': () => w.admin.does('post', `/tasks/${taskId}/archive`) },
  };
}

/** The requests of an agent with its own task, question and relation. */
async function asStopped(w: World, s: Seed, holders: readonly Holder[]): Promise<Situation> {
  const { id: taskId } = await w.admin.creates('/tasks', { title: 'Stopped', assignedTo: 'scout' });
  await w.admin.does('patch', `/tasks/${s.taskId}`, { assignedTo: 'scout' });
  const { lease } = await w.agent.does('post', `/tasks/${taskId}/claim`, {});
  const { id: questionId } = await w.agent.creates(`/tasks/${s.taskId}/questions`, QUESTION);
  const { id: attachmentId } = await w.agent.creates(`/tasks/${taskId}/attachments`, { fileId: s.fileId });
  const other = await w.admin.creates('/tasks', { title: 'Other' });
  const relation = await w.admin.creates(`/tasks/${taskId}/relations`, {
    type: 'related',
    taskNumber: other.taskNumber,
  });
  await w.agent.does('post', `/tasks/${taskId}/claim/release`, { token: lease.token });
  return {
    taskId,
    holders,
    cannot: { 'claims.claim': w.actingAsAgent },
    requests: {
      'tasks.create': { body: { title: 'Its own' } },
      'tasks.update': { body: { priority: 'p0' } },
      'tasks.put': { body: { title: 'Put' } },
      'tasks.transition': { body: { to: 'in_progress' } },
      'tasks.unrelate': { params: { identifier: taskId, relationId: relation.id } },
      'tasks.detach': { params: { identifier: taskId, attachmentId } },
      'claims.claim': { params: { identifier: taskId }, body: { agentId: w.agent.id } },
      'results.post': { body: { ...EVIDENCE, to: 'none' } },
      'questions.ask': { body: QUESTION },
      'questions.withdraw': { params: { id: questionId } },
    },
    before: {
      'tasks.delete': () => w.admin.does('post', `/tasks/${taskId}/archive`),
      'tasks.unarchive': () => w.admin.does('post', `/tasks/${taskId}/archive`),
      'goals.unarchive': () => w.admin.does('post', `/goals/${s.goalId}/archive`),
      'projects.unarchive': () => w.admin.does('post', `/projects/${s.projectId}/archive`),
    },
  };
}

const hand = (w: World, change: object) => w.admin.does('patch', `/agents/${w.agent.id}`, change);

const TRIALS: Record<string, Trial> = {
  'while a result waits for review': {
    rule: 'awaits',
    code: '403 AWAITS_PERSON',
    says: /^The task/,
    make: (w, s) => waiting(w, s, s.provenTaskId),
  },
  'while a question waits for its answer': {
    rule: 'awaits',
    code: '403 AWAITS_PERSON',
    says: /^The task/,
    make: async (w, s) => {
      const { id } = await w.admin.creates('/tasks', {
        title: 'Asked',
        status: 'in_progress',
        assignedTo: 'scout',
      });
      await w.agent.creates(`/tasks/${id}/questions`, QUESTION);
      return waiting(w, s, id);
    },
  },
  'where others have reported': {
    rule: 'removes',
    code: '403 HUMANS_ONLY',
    says: /results or reviews by others/,
    make: async (w, s) => {
      await w.admin.creates(`/tasks/${s.provenTaskId}/reviews`, { verdict: 'accepted' });
      const before = () => w.admin.does('post', `/tasks/${s.provenTaskId}/archive`);
      return {
        taskId: s.provenTaskId,
        // Its author's own review does not count either.
        holders: [w.service, await otherAgent(w), w.agent],
        before: { 'tasks.delete': before, 'tasks.unarchive': before },
      };
    },
  },
  'where a person put the task before another': {
    rule: 'frees',
    code: '403 HUMANS_ONLY',
    says: /a person (added|made)/,
    make: async (w) => {
      const first = await w.admin.creates('/tasks', { title: 'First' });
      const then = await w.admin.creates('/tasks', { title: 'Then' });
      const relation = await w.admin.creates(`/tasks/${first.id}/relations`, {
        type: 'blocks',
        taskNumber: then.taskNumber,
      });
      return {
        taskId: first.id,
        holders: [w.service, w.agent, w.runtime],
        requests: {
          'tasks.transition': { body: { to: 'canceled' } },
          'tasks.unrelate': { params: { identifier: first.id, relationId: relation.id } },
        },
        before: { 'tasks.delete': () => w.admin.does('post', `/tasks/${first.id}/archive`) },
      };
    },
  },
  'by a runtime key whose agent is paused': {
    rule: 'acts',
    code: '409 AGENT_PAUSED',
    make: async (w, s) => {
      const situation = await asStopped(w, s, [w.runtime]);
      await hand(w, { paused: true });
      return situation;
    },
  },
  'while a goal waits for confirmation': {
    rule: 'confirms',
    code: '403 AWAITS_PERSON',
    says: /^The goal/,
    make: async (w, s) => {
      await w.agent.does('post', `/goals/${s.goalId}/verify`, { passed: true, evidence: 'See' });
      return {
        goalId: s.goalId,
        holders: [w.agent, w.service, w.runtime],
        before: { 'goals.unarchive': () => w.admin.does('post', `/goals/${s.goalId}/archive`) },
      };
    },
  },
  'by an agent that is paused': {
    rule: 'stops',
    code: '409 AGENT_PAUSED',
    make: async (w, s) => {
      const situation = await asStopped(w, s, [w.agent, w.actingAsAgent]);
      await hand(w, { paused: true });
      return situation;
    },
  },
  'by an agent over its usage limit': {
    rule: 'stops',
    code: '409 USAGE_LIMIT',
    make: async (w, s) => {
      const situation = await asStopped(w, s, [w.agent, w.actingAsAgent]);
      await hand(w, { limits: { usage: { cost: { perDay: 0.1 } } } });
      return situation;
    },
  },
  'with the token of another agent': {
    rule: 'token',
    code: '403 FORBIDDEN',
    says: /hosts this agent|agents can claim/,
    make: async (w, s) => {
      const token = s.claimToken;
      const other = await w.admin.creates('/tasks', { title: 'Other' });
      const relation = await w.admin.creates(`/tasks/${s.claimedTaskId}/relations`, {
        type: 'related',
        taskNumber: other.taskNumber,
      });
      return {
        taskId: s.claimedTaskId,
        holders: [w.service, w.agent, w.actingAsAgent],
        headers: { 'Tandem-Claim': token },
        requests: {
          'tasks.update': { body: { priority: 'p0' } },
          'tasks.transition': { body: { to: 'waiting' } },
          'tasks.unrelate': { params: { identifier: s.claimedTaskId, relationId: relation.id } },
        },
      };
    },
  },
};

/** Rules that can't be tested this way: they only read, or have an equivalent rule of their own. */
const UNTRIED: readonly Verdict[] = [EXEMPT.reads, EXEMPT.finding, EXEMPT.hosted];

const nextWorld = seededWorlds();

/** The example of an operation, adapted to the situation. */
function requestOf(operation: Operation, seeded: Seed, { taskId, goalId, requests }: Situation): Example {
  const example = exampleOf(operation, seeded);
  const identifier = taskId ?? example.params?.identifier;
  const params = {
    ...example.params,
    ...(example.params?.identifier !== undefined && identifier !== undefined && { identifier }),
    ...(operation.id.startsWith('goals.') && goalId !== undefined && example.params?.id && { id: goalId }),
  };
  return { ...example, params, ...requests?.[operation.id as OperationId] };
}

const isRefused = (answer: Answer, { code, says = /./ }: Trial): boolean =>
  outcome(answer) === code && says.test((answer.body as Body).error?.message ?? '');

const verdictOf = ({ id }: Operation, rule: AgentRule) => RULES_OF[id as OperationId][rule];

test('the table of rules has exactly the operations of the contract', () => {
  expect(Object.keys(RULES_OF).sort()).toEqual(operations.map(({ id }) => id).sort());
});

test.each(operations.map((operation): [string, Operation] => [operation.id, operation]))(
  '%s documents the codes of the rules that apply',
  (_, operation) => {
    const rules = (Object.keys(AGENT_RULES) as AgentRule[]).filter(
      (rule) => verdictOf(operation, rule) === APPLIES,
    );
    expect(errorsOf(operation)).toEqual(expect.arrayContaining(rules.map((rule) => AGENT_RULES[rule])));
  },
);

describe.each(Object.entries(TRIALS))('%s', (_, trial) => {
  test('rejects every operation that the rule applies to, and no other', async () => {
    let { w, seeded } = await nextWorld();
    let situation = await trial.make(w, seeded);
    const wrong: string[] = [];
    const attempt = async (operation: Operation, expected: boolean) => {
      const example = requestOf(operation, seeded, situation);
      for (const holder of situation.holders) {
        if (situation.cannot?.[operation.id as OperationId] === holder) continue;
        const answer = await send(holder, operation, example, situation.headers);
        if (isRefused(answer, trial) !== expected)
          wrong.push(`${operation.id} by ${holder.name}: ${outcome(answer)} ${JSON.stringify(answer.body)}`);
      }
    };
    const prepared = (operation: Operation) => situation.before?.[operation.id as OperationId];
    const bound = operations.filter((operation) => verdictOf(operation, trial.rule) === APPLIES);
    // Rejected requests change nothing, so all of them share one world.
    for (const operation of bound) if (!prepared(operation)) await attempt(operation, true);
    for (const operation of operations) {
      const verdict = verdictOf(operation, trial.rule);
      if (verdict === APPLIES || UNTRIED.includes(verdict)) continue;
      await attempt(operation, false);
    }
    for (const operation of bound.filter(prepared)) {
      ({ w, seeded } = await nextWorld(w));
      situation = await trial.make(w, seeded);
      await prepared(operation)?.();
      await attempt(operation, true);
    }
    expect(wrong).toEqual([]);
    expect(w.faults).toEqual([]);
  });
});
