import { judged } from '../../testing/world.ts';
import { MAX_LEVELS, managerCheck } from './reports.ts';

const chain = (...managers: readonly string[]) =>
  judged(() => {
    const check = managerCheck('scout');
    for (const id of managers) check(id);
  });
const levels = (count: number) => Array.from({ length: count }, (_, level) => `manager ${level}`);

test('a chain of managers may have 1,000 levels, and no more', () => {
  expect(MAX_LEVELS).toBe(1_000);
  expect(chain(...levels(1_000))).toBe('ok');
  expect(chain(...levels(1_001))).toBe('VALIDATION_ERROR');
});

test('no agent reports to itself, directly or through others', () => {
  expect(chain('scout')).toBe('VALIDATION_ERROR');
  expect(chain('otto', 'scout')).toBe('VALIDATION_ERROR');
});

test('a cycle above the agent is refused', () => {
  expect(chain('otto', 'ada', 'otto')).toBe('VALIDATION_ERROR');
});
