import { CLI, newUser, startAs } from '../../testing/cli.ts';

const shell = (line: string) => startAs(newUser(), 'sh', ['-c', line, 'sh', process.execPath, CLI]).done;

test('an answer that cannot be written is told of, and no program is shown', async () => {
  const { code, stderr } = await shell('trap "" XFSZ; ulimit -f 0; "$1" "$2" prime > answer');
  expect(stderr).toBe('The answer cannot be written (EFBIG): it is not whole where it was to go.\n');
  expect(code).toBe(1);
});

test('who has seen enough of an answer may leave', async () => {
  const { stdout, stderr } = await shell('"$1" "$2" prime | head -n 1');
  expect([stdout.split('\n').length, stderr]).toEqual([2, '']);
});
