import { keepWhatRuns, type Office, office } from '@tandem/server/testing';
import { newUser, run, type User } from '../../testing/cli.ts';

let there: Office;
let user: User;

beforeAll(async () => {
  there = await office();
  user = newUser({ TANDEM_URL: there.server.url, TANDEM_KEY: there.adminKey });
  await there.ada('POST', 'tasks', { title: 'Count the gulls', description: 'On the\nnorth shore' });
  await there.ada('POST', 'goals', { title: 'Gulls are counted' });
  keepWhatRuns();
});

test('finds by words and shows the matching text', async () => {
  const { code, stdout } = await run(user, ['find', 'north', 'sho']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^task\t#1\ttodo\t\tCount the gulls\t.*north shore/);
});

test('--type filters like the API, and no match prints a note', async () => {
  const { stdout } = await run(user, ['find', 'gulls', '--type', 'goal', '--json']);
  const { body } = await there.ada('GET', 'search?q=gulls&types=goal');
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(body.data);
  expect(await run(user, ['find', 'whales'])).toMatchObject({
    code: 0,
    stdout: '',
    stderr: 'Nothing was found.\n',
  });
});
