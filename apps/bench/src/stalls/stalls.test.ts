import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { operations } from '@tandem/contract';
import { long } from '@tandem/core/testing/programs';
import { CASES, HOUSEWORK, operationsWithoutCase } from './cases/index.ts';

jest.setTimeout(180_000);

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tandem-stalls-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('every operation of the contract has a case, and a missing one would be named', () => {
  expect(operationsWithoutCase()).toEqual([]);
  const without = CASES.filter(({ operation }) => operation !== 'tasks.delete');
  expect(operationsWithoutCase(without)).toEqual(['tasks.delete']);
});

test('every case has a unique name', () => {
  const names = [...CASES, ...HOUSEWORK].map(({ operation, what }) => `${operation}: ${what}`);
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
});

// It takes twenty seconds of a core, and tests only the benchmark.
long.test('a quick run prints the outcome of each case, slowest first, with the expected responses', () => {
  const args = [MAIN, '--stalls', '--stalls-scale', '0.001', '--stalls-in', folder];
  const output = execFileSync(process.execPath, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines = output.split('\n');
  const rows = lines.slice(lines.findIndex((line) => line.startsWith('---')) + 1);
  const held = rows
    .slice(0, rows.indexOf(''))
    .map((row) => Number(/ {2}([\d,]+) /.exec(row)?.[1]?.replace(',', '')));
  expect(held).toHaveLength(CASES.length + HOUSEWORK.length);
  expect(held).toEqual(held.toSorted((a, b) => b - a));
  for (const { id } of operations) expect(output).toContain(`\n${id} `);
  expect(lines.filter((line) => line.startsWith('Not as expected'))).toEqual([]);
});
