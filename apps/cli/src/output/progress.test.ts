import { setTimeout as sleep } from 'node:timers/promises';
import { showProgress } from './progress.ts';

/** A terminal that records its output. */
function terminal(isTTY = true) {
  const written: string[] = [];
  const write = (text: string | Uint8Array) => written.push(String(text)) > 0;
  return { isTTY, columns: 20, write: write as NodeJS.WriteStream['write'], written };
}

test('shows nothing for less than a second', async () => {
  const stream = terminal();
  const progress = showProgress(stream);
  progress.at('Half of it …');
  progress.end();
  await sleep(1_200);
  expect(stream.written).toEqual([]);
});

test('after a second, shows the latest text cut to the terminal width, and clears it at the end', async () => {
  const stream = terminal();
  const progress = showProgress(stream);
  progress.at('First …');
  progress.at('Second, with \u001b[2J and more than fits …');
  await sleep(1_200);
  expect(stream.written).toEqual(['\r\u001b[KSecond, with \\u001…']);
  progress.end();
  expect(stream.written.at(-1)).toBe('\r\u001b[K');
});

test('with quietMs 0, shows the text at once, but only on a terminal', () => {
  const [stream, file] = [terminal(), terminal(false)];
  showProgress(stream, 0).at('Copying …');
  showProgress(file, 0).at('Copying …');
  expect([stream.written, file.written]).toEqual([['\r\u001b[KCopying …'], []]);
});
