import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runLogsIn } from './run-logs.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tandem-logs-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const warned: string[] = [];
const logs = (below = folder) => runLogsIn(below, (line) => warned.push(line));

test('saves the output of a run in a file for this user only', () => {
  const log = logs(join(folder, 'scout'))('task-7');
  log.write('half ');
  log.write('done');
  log.end('exit status 0');
  const [name] = readdirSync(join(folder, 'scout')) as [string];
  expect(name).toMatch(/^\d{4}-.*-task-7-\d+\.log$/);
  const file = join(folder, 'scout', name);
  expect(readFileSync(file, 'utf8')).toBe('half done\n[exit status 0]\n');
  expect(statSync(file).mode & 0o077).toBe(0);
});

test('deletes the oldest logs, and nothing else, when there are more than 100', () => {
  writeFileSync(join(folder, '0000-notes.txt'), 'mine');
  for (let day = 100; day < 205; day++) writeFileSync(join(folder, `2000-${day}.log`), 'old');
  logs()('task-7').end('over');
  const remaining = readdirSync(folder).sort();
  expect(remaining).toHaveLength(101);
  expect(remaining.slice(0, 2)).toEqual(['0000-notes.txt', '2000-106.log']);
});

test('cuts the log of a run that prints more than 1 MiB', () => {
  const log = logs()('task-7');
  for (let i = 0; i < 20; i++) log.write('x'.repeat(100_000));
  log.end('over');
  const text = readFileSync(join(folder, readdirSync(folder)[0] as string), 'utf8');
  expect(text).toBe(`${'x'.repeat(1024 * 1024)}\n[cut: a log holds 1 MiB of output]\n[over]\n`);
});

test("warns once if logs can't be written, and continues", () => {
  const inside = join(folder, 'file');
  writeFileSync(inside, '');
  const open = logs(join(inside, 'logs'));
  for (let run = 0; run < 2; run++) {
    const log = open('task-7');
    log.write('x');
    log.end('over');
  }
  expect(warned).toEqual([expect.stringContaining(`cannot write logs of runs in ${inside}`)]);
});
