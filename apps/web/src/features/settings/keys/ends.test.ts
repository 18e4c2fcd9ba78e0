import { endOf, endsWithin } from './ends.ts';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');

it('an expiry counts from now, and never is never', () => {
  expect(endOf('week', NOW)).toBe(Date.parse('2026-03-08T12:00:00.000Z'));
  expect(endOf('never', NOW)).toBeNull();
});

it('a key that expires offers no expiry beyond its own', () => {
  expect(endsWithin('2026-03-10T00:00:00.000Z', NOW)).toEqual(['day', 'week']);
  expect(endsWithin(null, NOW)).toContain('never');
});
