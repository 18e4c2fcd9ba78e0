import { CLI, newUser, startAs } from '../../testing/cli.ts';

const shell = (line: string) => startAs(newUser(), 'sh', ['-c', line, 'sh', process.execPath, CLI]).done;

test("reports output that can't be written, without a stack trace", async () => {
  const { code, stderr } = await shell('trap "" XFSZ; ulimit -f 0; "$1" "$2" prime > answer');
  expect(stderr).toBe("The output can't be written (EFBIG) and is incomplete.\n");
  expect(code).toBe(1);
});

test('a reader may stop early', async () => {
  const { stdout, stderr } = await shell('"$1" "$2" prime | head -n 1');
  expect([stdout.split('\n').length, stderr]).toEqual([2, '']);
});
