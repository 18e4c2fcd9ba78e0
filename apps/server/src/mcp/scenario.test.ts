import { setTimeout as pause } from 'node:timers/promises';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { type Api, cleanUp, newAgent, type Office, office } from '../../testing/index.ts';
import { leaveTools, type Tools, toolsBy, toolsOver } from '../../testing/mcp.ts';

/*
 * Two agents work through a list, one over HTTP and one through a process, while a person answers questions and reviews
 * results. A result is returned, a lease is stolen, and a process dies.
 */

jest.setTimeout(120_000);

const TASKS = 20;
/** The incidents, by task; each happens once. */
const ASKED = [3, 9, 14];
const RETURNED = [5, 12];
/** Another run of the agent takes the task away from this one. */
const STOLEN = 7;
/** Tasks for the agent in a separate process, however slow it is; it dies during its second task. */
const FOR_TERN = [2, 4, 6];
const DIES_AT = 2;
/** The maximum number of tokens of a task's calls and responses, from the claim to the result. */
const MAX_TOKENS = 500;

let here: Office;
afterEach(leaveTools);
afterEach(cleanUp);

const agentNamed = async (name: string): Promise<string> =>
  (await newAgent(here.ada, name, 'tasks:read', 'tasks:write')).key;

interface Held {
  readonly task: number;
  readonly token: string;
  readonly briefing: string;
}

/** The task in a next_work response; `null` if there is none. */
function heldBy(text: string): Held | null {
  const found = /^You hold task (\d+)\. token: (\S+)$/m.exec(text);
  return found ? { task: Number(found[1]), token: found[2] as string, briefing: text } : null;
}

/** All incidents so far. */
interface Happened {
  readonly finished: number[];
  readonly costs: number[];
  stolen: number;
  died: number;
  asked: number;
}

/** An agent that knows only the tools. */
class Agent {
  #tools: Tools;
  readonly #connect: () => Promise<Tools>;
  readonly #record: Happened;
  #taken = 0;
  #tokens = 0;

  constructor(tools: Tools, connect: () => Promise<Tools>, record: Happened) {
    this.#tools = tools;
    this.#connect = connect;
    this.#record = record;
  }

  async #call(name: string, args: Record<string, unknown>, tools = this.#tools) {
    const answer = await tools.call(name, args);
    this.#tokens += countTokens(JSON.stringify(args)) + countTokens(answer.text);
    return answer;
  }

  async work(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      this.#tokens = 0;
      const { text } = await this.#call('next_work', { wait: 1 });
      const held = heldBy(text);
      if (held) await this.#do(held);
    }
  }

  async #do(held: Held): Promise<void> {
    const { task, briefing } = held;
    this.#taken++;
    const isAnswered = briefing.includes('Answer by "ada" (human)');
    if (ASKED.includes(task) && !isAnswered) {
      const question = { kind: 'approval', text: 'May it be loud?' };
      expect((await this.#call('ask_human', { ...claimOf(held), ...question })).isError).toBe(false);
      this.#record.asked++;
      return;
    }
    await this.#call('heartbeat', { ...claimOf(held), note: 'Half of it', checkpoint: `half of ${task}` });
    if (task === STOLEN && this.#record.stolen === 0) return this.#stolen(held);
    if (this.#tools.pid !== null && this.#taken === DIES_AT) return this.#dies(held);
    await this.#handIn(held);
  }

  async #handIn(held: Held): Promise<void> {
    const evidence = [{ criterion: 'done', command: 'ls', output: `result of ${held.task}`, exit_code: 0 }];
    const summary = `The work at task ${held.task} is done; the evidence shows it.`;
    const result = { ...claimOf(held), outcome: 'succeeded', summary, evidence };
    const { text, isError } = await this.#call('submit_work', result);
    expect([text, isError]).toEqual([text, false]);
    this.#record.finished.push(held.task);
    if (!held.briefing.includes('Review of it')) this.#record.costs.push(this.#tokens);
  }

  /** Another run of the same agent takes over the task; further calls of this run are too late. */
  async #stolen(held: Held): Promise<void> {
    this.#record.stolen++;
    const other = await this.#connect();
    const taken = heldBy((await this.#call('next_work', { task: held.task, take_over: true }, other)).text);
    const late = await this.#call('submit_work', {
      ...claimOf(held),
      outcome: 'succeeded',
      summary: 'Mine!',
    });
    expect([late.isError, late.text.split('\n')[0]]).toEqual([true, 'Refused: LEASE_LOST.']);
    await this.#handIn(taken as Held);
  }

  /** The process is killed; the next one finds the claimed task and continues where the first one ended. */
  async #dies(held: Held): Promise<void> {
    this.#record.died++;
    process.kill(this.#tools.pid as number, 'SIGKILL');
    this.#tools = await this.#connect();
    const { text } = await this.#call('get_context', {});
    expect(text).toContain(`You hold #${held.task}`);
    const again = await this.#call('next_work', { task: held.task, take_over: true });
    expect(again.text).toContain(`> half of ${held.task}`);
    await this.#handIn(heldBy(again.text) as Held);
  }
}

const claimOf = ({ task, token }: Held) => ({ task, token });

/** A person who answers questions, returns some results once, and accepts all others. */
async function attend(ada: Api, isOver: () => boolean): Promise<void> {
  const returned = new Set<number>();
  while (!isOver()) {
    const { body } = await ada('GET', 'inbox?limit=100');
    for (const { kind, task, question } of body.data) {
      if (kind === 'question') {
        await ada('POST', `questions/${question.id}/answer`, { approved: true });
      } else if (kind === 'review') {
        const { taskNumber } = task;
        const isReturned = RETURNED.includes(taskNumber) && !returned.has(taskNumber);
        if (isReturned) returned.add(taskNumber);
        const review = isReturned
          ? { verdict: 'returned', comment: 'Once more, please.' }
          : { verdict: 'accepted' };
        await ada('POST', `tasks/${taskNumber}/reviews`, review);
      }
    }
    await pause(50);
  }
}

test('two agents work through 20 tasks: each task is done once and ends with proof', async () => {
  here = await office();
  await here.ada('PATCH', 'workspace', { proofOfDone: 'everyone' });
  const record: Happened = { finished: [], costs: [], stolen: 0, died: 0, asked: 0 };
  const agents = [];
  for (const [name, connect] of [
    ['gull', toolsOver],
    ['tern', toolsBy],
  ] as const) {
    const key = await agentNamed(name);
    const again = () => connect(here.server.url, key);
    agents.push(new Agent(await again(), again, record));
  }

  for (let number = 1; number <= TASKS; number++) {
    const criteria = [{ id: 'done', text: `The result of ${number} is there` }];
    await here.ada('POST', 'tasks', {
      title: `Work ${number}`,
      description: 'Make a result of it.',
      criteria,
      assignedTo: FOR_TERN.includes(number) ? 'tern' : null,
    });
  }

  let done = 0;
  const isOver = () => done === TASKS;
  const watch = async () => {
    while (!isOver()) {
      const { body } = await here.ada('GET', 'tasks?status=done&limit=100');
      done = body.data.length;
      await pause(100);
    }
  };
  await Promise.all([watch(), attend(here.ada, isOver), ...agents.map((agent) => agent.work(isOver))]);

  expect(record).toMatchObject({ stolen: 1, died: 1, asked: ASKED.length });
  for (let number = 1; number <= TASKS; number++) {
    const { body: task } = await here.ada('GET', `tasks/${number}`);
    const { body: results } = await here.ada('GET', `tasks/${number}/results`);
    const verdicts = results.data.map(({ review }: { review: { verdict: string } }) => review.verdict);
    const expected = RETURNED.includes(number) ? ['accepted', 'returned'] : ['accepted'];
    expect([number, task.status, verdicts]).toEqual([number, 'done', expected]);
    expect(task.criteria).toMatchObject([
      { status: 'accepted', evidence: [{ output: `result of ${number}` }] },
    ]);
  }
  expect(record.finished).toHaveLength(TASKS + RETURNED.length);
  const average = record.costs.reduce((sum, cost) => sum + cost, 0) / record.costs.length;
  expect(average).toBeLessThan(MAX_TOKENS);
});
