import { nodePorts } from '@tandem/adapter-node';
import {
  type Caller,
  createTandem,
  type Page,
  type Position,
  type Tandem,
  VERIFICATION_STATES,
} from '@tandem/core';
import { inMemoryContents, inMemoryStorage } from '@tandem/core/in-memory';
import { HOST } from '../story/team.ts';
import { createStory } from './create-story.ts';

// Each story takes a second of CPU time, and more on a busy machine.
jest.setTimeout(60_000);

/** A Thursday afternoon. */
const NOW = Date.parse('2026-03-12T15:20:00.000Z');

interface Story {
  readonly tandem: Tandem;
  readonly host: Caller;
}

/** A complete story created at a given time. */
async function newStory(now = NOW): Promise<Story> {
  const storage = inMemoryStorage();
  const contents = inMemoryContents(nodePorts());
  const { workspaceId } = await createStory({
    storage: { ...storage, close: async () => undefined },
    contents,
    now,
  });
  const tandem = createTandem({ ...nodePorts(), storage, contents, clock: () => now });
  return { tandem, host: await tandem.operator.callerFor(workspaceId, HOST.name) };
}

async function all<T>(list: (page: { limit: number; after?: Position }) => Promise<Page<T>>): Promise<T[]> {
  const items: T[] = [];
  for (let after: Position | null | undefined; after !== null; ) {
    const page: Page<T> = await list({ limit: 100, ...(after && { after }) });
    items.push(...page.items);
    after = page.next;
  }
  return items;
}

/** Everything that the host can read. */
async function everything({ tandem, host }: Story) {
  const listed = [
    ...(await all((page) => tandem.tasks.list(host, page))),
    ...(await all((page) => tandem.tasks.list(host, { ...page, archived: true }))),
  ];
  const tasks = [];
  for (const { taskNumber } of listed) {
    tasks.push({
      ...(await tandem.tasks.get(host, taskNumber)),
      comments: await all((page) => tandem.comments.list(host, taskNumber, page)),
      results: await all((page) => tandem.results.list(host, taskNumber, page)),
      checks: await all((page) => tandem.verifications.ofTask(host, taskNumber, page)),
      attempts: await all((page) => tandem.attempts.list(host, taskNumber, page)),
      attachments: await all((page) => tandem.attachments.list(host, taskNumber, page)),
    });
  }
  const chats = await all((page) => tandem.chats.list(host, { ...page, status: 'all' }));
  const agents = await all((page) => tandem.agents.list(host, page));
  const goals = await all((page) => tandem.goals.list(host, page));
  return {
    tasks,
    goals,
    agents,
    chats,
    projects: await all((page) => tandem.projects.list(host, page)),
    verifications: await Promise.all(
      goals.map(({ id }) => all((page) => tandem.goals.verifications(host, id, page))),
    ),
    messages: await Promise.all(chats.map(({ id }) => all((page) => tandem.chats.messages(host, id, page)))),
    telemetry: await Promise.all(
      agents.map(({ id }) => all((page) => tandem.monitoring.telemetryHistory(host, id, page))),
    ),
    questions: await all((page) => tandem.questions.list(host, page)),
    inbox: await all((page) => tandem.inbox.list(host, page)),
    usage: await all((page) => tandem.usage.sums(host, { ...page, groupBy: 'day' })),
    notifications: await all((page) => tandem.notifications.list(host, page)),
    webhooks: (await all((page) => tandem.webhooks.list(host, page))).map(
      ({ secret: _, ...webhook }) => webhook,
    ),
  };
}

let story: Story;
let seen: Awaited<ReturnType<typeof everything>>;
beforeAll(async () => {
  story = await newStory();
  seen = await everything(story);
});

test('the same moment gives the same content', async () => {
  expect(await everything(await newStory())).toEqual(seen);
});

test('there are some 120 tasks, in every status', () => {
  const count = (status: string) => seen.tasks.filter((task) => task.status === status).length;
  expect(seen.tasks.length).toBeGreaterThan(110);
  for (const status of ['backlog', 'todo', 'in_progress', 'waiting', 'done', 'canceled']) {
    expect([status, count(status)]).toEqual([status, expect.any(Number)]);
    expect(count(status)).toBeGreaterThanOrEqual(4);
  }
});

test('the host can decide every kind of pending item', () => {
  const kinds = seen.inbox.map(({ kind }) => kind);
  expect(new Set(kinds)).toEqual(new Set(['question', 'review', 'attention', 'goal']));
  const asked = seen.questions.filter(({ status }) => status === 'open').map(({ kind }) => kind);
  expect(asked.toSorted()).toEqual(['approval', 'choice', 'text']);
  expect(seen.questions.filter(({ answer }) => answer?.by === null)).toHaveLength(1);
});

test('there is evidence of every kind, and results that were accepted and returned', () => {
  const results = seen.tasks.flatMap(({ results }) => results);
  const fields = new Set(results.flatMap(({ evidence }) => evidence).flatMap((each) => Object.keys(each)));
  expect([...fields]).toEqual(
    expect.arrayContaining(['text', 'url', 'fileId', 'command', 'output', 'exitCode']),
  );
  const verdicts = new Set(results.map(({ review }) => review?.verdict));
  expect(verdicts).toEqual(new Set(['accepted', 'returned', undefined]));
});

test('attempts of agents failed by quota and by a tool, and one produced a commit with a transcript, each with its cost', () => {
  const attempts = seen.tasks.flatMap(({ attempts }) => attempts);
  const failures = new Set(attempts.map(({ failure }) => failure?.class));
  expect(failures).toEqual(new Set([undefined, 'quota', 'tool_error']));
  expect(attempts.find(({ commit }) => commit !== null)).toMatchObject({
    end: 'finished',
    usage: { costUsd: expect.any(Number) },
  });
  expect(attempts.find(({ transcript }) => transcript !== null)).toMatchObject({
    agent: { name: 'wren' },
    end: 'finished',
    commit: expect.any(String),
    usage: { costUsd: expect.any(Number) },
    transcript: { steps: 9 },
  });
});

test('verifications have every outcome, and one result was accepted without a verification, with a reason', () => {
  const task = (title: string) => seen.tasks.find((each) => each.title === title);
  const pending = task('Refuse a delivery that is too short');
  expect([pending?.status, pending?.checks.map(({ state }) => state).toSorted()]).toEqual([
    'waiting',
    ['failed', 'passed'],
  ]);
  const done = task('Read the dates of the feed in either order');
  expect([done?.status, done?.checks.filter(({ flaky }) => flaky).length]).toEqual(['done', 1]);
  expect(done?.results[0]?.review?.override).toEqual(expect.any(String));
  const states = new Set(seen.tasks.flatMap(({ checks }) => checks).map(({ state }) => state));
  expect([...states].toSorted()).toEqual([...VERIFICATION_STATES].toSorted());
  expect(seen.agents.filter(({ verifier }) => verifier).map(({ name }) => name)).toEqual(['magpie']);
});

test('one agent is paused, one has reached its daily limit, and one webhook has failed for too long', () => {
  expect(seen.agents.filter(({ paused }) => paused).map(({ name }) => name)).toEqual(['beacon']);
  expect(JSON.stringify(seen.inbox)).toContain('quill');
  expect(seen.webhooks).toMatchObject([{ enabled: false, disabledReason: 'failing' }]);
});

test('goals are open, met and pending, one with a metric over several weeks', () => {
  expect(new Set(seen.goals.map(({ status }) => status))).toEqual(
    new Set(['open', 'met', 'verification_pending']),
  );
  expect(Math.max(...seen.verifications.map(({ length }) => length))).toBeGreaterThanOrEqual(10);
});

test('nothing happens after the story ends, and nobody works at night or on weekends', () => {
  const times = seen.tasks.map(({ updatedAt }) => updatedAt);
  expect(Math.max(...times)).toBeLessThanOrEqual(NOW);
  const created = seen.tasks.map(({ createdAt }) => new Date(createdAt));
  expect(created.every((date) => date.getHours() >= 8 && date.getHours() < 18)).toBe(true);
  expect(created.every((date) => date.getDay() !== 0 && date.getDay() !== 6)).toBe(true);
});

test.each([
  ['on a Sunday night', '2026-03-15T23:50:00'],
  ['just after midnight on a Monday', '2026-03-16T00:05:00'],
  ['on the first of January', '2027-01-01T00:30:00'],
])('the story can be created %s', async (_when, moment) => {
  const { tandem, host } = await newStory(new Date(moment).getTime());
  const { total } = await tandem.inbox.list(host, {});
  expect(total).toBeGreaterThanOrEqual(9);
});
