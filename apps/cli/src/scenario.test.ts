import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LONG, needingPrograms } from '@tandem/core/testing/programs';
import { CLI, keepWhatRuns, newAgent, type Office, office } from '@tandem/server/testing';
import { type Done, newUser, startAs } from '../testing/cli.ts';

/*
 * Two agents and a person work through ten tasks (twenty in long runs) with only the command line, with questions, a returned review, a
 * lease taken over by a second process of the same agent, and a crash.
 */

const script = (name: string): string => fileURLToPath(new URL(`../testing/${name}.sh`, import.meta.url));

/** Each title says what happens at the task's first run. */
const TITLES = [
  ...['ask the way', 'crash at once', 'stolen by a twin', 'returned once', 'ask again'],
  ...Array.from({ length: LONG ? 15 : 5 }, (_, i) => `plain ${i}`),
];

let there: Office;

beforeAll(async () => {
  there = await office();
  keepWhatRuns();
});

needingPrograms('bash').test(
  'no task is done twice, and each ends with proof',
  async () => {
    const { ada, server, adminKey } = there;
    for (const title of TITLES) {
      await ada('POST', 'tasks', { title, criteria: [{ id: 'proof', text: 'Its number was said' }] });
    }
    const world = newUser().home;
    const common = {
      TANDEM_URL: server.url,
      WORLD: world,
      DID: join(world, 'did'),
      TASKS: `${TITLES.length}`,
    };
    const program = `tandem() { "${process.execPath}" "${CLI}" "$@"; }; . "$0"`;
    const startScript = (name: string, env: Record<string, string>): Promise<Done> =>
      startAs(newUser({ ...common, ...env }), 'bash', ['-c', program, script(name)], '').done;

    const agents = ['north', 'south'].map(async (name) => {
      const { key } = await newAgent(ada, name, 'tasks:read', 'tasks:write');
      // A crashed agent is restarted, as a supervisor would do.
      let ended: Done;
      do ended = await startScript('agent', { NAME: name, TANDEM_KEY: key });
      while (ended.code === 9);
      return ended;
    });
    const person = await startScript('person', { TANDEM_KEY: adminKey });
    expect([person.code, person.stdout]).toEqual([0, '']);
    for (const ended of await Promise.all(agents))
      expect(ended).toMatchObject({ code: 0, stdout: '', stderr: '' });

    const tasks = (await ada('GET', 'tasks?limit=100')).body.data as { taskNumber: number; title: string }[];
    const numbers = tasks.map(({ taskNumber }) => taskNumber);
    const returned = tasks.find(({ title }) => title.startsWith('returned'))?.taskNumber;
    const did = readFileSync(common.DID, 'utf8').trim().split('\n').map(Number);
    expect(did.sort((a, b) => a - b)).toEqual([...numbers, returned].sort((a, b) => Number(a) - Number(b)));
    // The run whose lease was taken over was rejected.
    const stolen = tasks.find(({ title }) => title.startsWith('stolen'))?.taskNumber;
    expect(readFileSync(join(world, 'lost'), 'utf8')).toMatch(new RegExp(`^[12] ${stolen}\\n$`));
    for (const number of numbers) {
      const { body: task } = await ada('GET', `tasks/${number}`);
      const output = `${number}`;
      expect(task).toMatchObject({
        status: 'done',
        criteria: [{ status: 'accepted', evidence: [{ command: `echo ${number}`, output, exitCode: 0 }] }],
      });
      const { body: results } = await ada('GET', `tasks/${number}/results`);
      expect(results.data).toHaveLength(number === returned ? 2 : 1);
    }
  },
  120_000,
);
