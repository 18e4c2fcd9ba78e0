import { spawnSync } from 'node:child_process';
import { needingPrograms } from '@tandem/core/testing/programs';
import { hold, officeHere } from '../../testing/api.ts';
import { cleanUp, serve, temporaryFolder } from '../../testing/tandem.ts';

afterEach(cleanUp);

/** The value of a sample, by its name with labels; undefined if absent. */
async function scrape(url: string): Promise<(sample: string) => number | undefined> {
  const response = await fetch(`${url}/metrics`);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  const lines = (await response.text()).split('\n');
  return (sample) => {
    const line = lines.find((each) => each.startsWith(`${sample} `));
    return line === undefined ? undefined : Number(line.slice(sample.length + 1));
  };
}

test('/metrics counts requests by operation and status, with their durations', async () => {
  const { ada, server } = await officeHere();
  for (const title of ['A', 'B']) await ada('POST', 'tasks', { title });
  await ada('POST', 'tasks', {});
  await ada('GET', 'nothing');
  const value = await scrape(server.url);
  const count = (labels: string) => value(`tandem_request_duration_seconds_count{${labels}}`);
  expect(count('operation="tasks.create",status="201"')).toBe(2);
  expect(count('operation="tasks.create",status="400"')).toBe(1);
  expect(count('operation="none",status="404"')).toBe(1);
  const took = value('tandem_request_duration_seconds_sum{operation="tasks.create",status="201"}');
  expect(took).toBeGreaterThan(0);
  expect(took).toBeLessThan(10);
});

test('/metrics has the open waits, the queue of turns, commits, and the size of the database', async () => {
  const { ada, server, agent, adminKey } = await officeHere();
  const { body: sent } = await ada('POST', 'chats', { agentId: agent.id, body: 'Are you there?' });
  const path = `chats/${sent.thread.id}/turns/${sent.turn.id}?wait=25`;
  const held = await hold(server.url, adminKey, 'GET', path);
  // The server has received the request; it counts as waiting after the server has read the turn.
  let value = await scrape(server.url);
  while (value('tandem_open_waits') !== 1) value = await scrape(server.url);
  expect(value('tandem_open_turns{state="queued"}')).toBe(1);
  expect(value('tandem_open_turns{state="running"}')).toBe(0);
  expect(value('tandem_database_bytes{file="database"}')).toBeGreaterThan(4096);
  expect(value('tandem_database_bytes{file="wal"}')).toBeGreaterThan(0);
  expect(value('tandem_commit_units_count')).toBeGreaterThan(0);
  expect(value('tandem_commit_units_sum')).toBeGreaterThanOrEqual(
    value('tandem_commit_units_count') as number,
  );
  expect(value('process_cpu_user_seconds_total')).toBeGreaterThan(0);
  held.leave();
});

test('with metrics turned off /metrics does not exist', async () => {
  const { url } = await serve(temporaryFolder(), { TANDEM_METRICS: 'off' });
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
});

test('/metrics has the free space of the disk, and whether it can be written to', async () => {
  const { url } = await serve(temporaryFolder());
  const value = await scrape(url);
  expect(value('tandem_disk_free_bytes')).toBeGreaterThan(0);
  expect(value('tandem_disk_writable')).toBe(1);
});

needingPrograms('promtool').test('promtool has no objection to /metrics', async () => {
  const { ada, server } = await officeHere();
  await ada('GET', 'tasks');
  const input = await (await fetch(`${server.url}/metrics`)).text();
  const { status, stderr } = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});
