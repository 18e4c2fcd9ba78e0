import { setTimeout as sleep } from 'node:timers/promises';
import { showProgress } from './progress.ts';

/** A terminal that keeps what is written to it. */
function terminal(isTTY = true) {
  const written: string[] = [];
  const write = (text: string | Uint8Array) => written.push(String(text)) > 0;
  return { isTTY, columns: 20, write: write as NodeJS.WriteStream['write'], written };
}

test('what takes less than a second says nothing', async () => {
  const stream = terminal();
  const progress = showProgress(stream);
  progress.at('Half of it …');
  progress.end();
  await sleep(1_200);
  expect(stream.written).toEqual([]);
});

test('after a second the last word is shown, cut to the terminal, and taken away at the end', async () => {
  const stream = terminal();
  const progress = showProgress(stream);
  progress.at('First …');
  progress.at('Second, with \u001b[2J and more than fits …');
  await sleep(1_200);
  expect(stream.written).toEqual(['\r\u001b[KSecond, with \\u001…']);
  progress.end();
  expect(stream.written.at(-1)).toBe('\r\u001b[K');
});

test('what is known to take long says so at once; elsewhere than on a terminal nothing is said', () => {
  const [stream, file] = [terminal(), terminal(false)];
  showProgress(stream, 0).at('Copying …');
  showProgress(file, 0).at('Copying …');
  expect([stream.written, file.written]).toEqual([['\r\u001b[KCopying …'], []]);
});
