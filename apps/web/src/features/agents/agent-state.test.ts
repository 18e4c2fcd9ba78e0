import type { Claim, Telemetry } from '@tandem/client';
import { agentStateOf, isAtLimit, lastSeenAt } from './agent-state.ts';

const known = { paused: false, limits: null, taskCount: 0, used: undefined };

test('an agent with a claim is working, whatever it reports', () => {
  expect(agentStateOf({ ...known, taskCount: 1 })).toBe('working');
  expect(agentStateOf(known)).toBe('idle');
});

test('a paused agent with a claim is stopping', () => {
  expect(agentStateOf({ ...known, paused: true, taskCount: 1 })).toBe('stopping');
  expect(agentStateOf({ ...known, paused: true })).toBe('paused');
});

test('an agent is at its limit when any of its numbers reaches it', () => {
  const limits = { usage: { tokens: { perDay: 100 }, dollars: { perDay: 2 } } };
  expect(isAtLimit(limits, { tokens: 99, dollars: 1 })).toBe(false);
  expect(isAtLimit(limits, { tokens: 99, dollars: 2 })).toBe(true);
  expect(isAtLimit(limits)).toBe(false);
  expect(agentStateOf({ ...known, limits, taskCount: 1, used: { tokens: 100 } })).toBe('limit');
});

test('the last sign of an agent is the newest of its reports', () => {
  const telemetry = { timestamp: '2026-01-01T00:00:05.000Z' } as Telemetry;
  const claim = { heardAt: '2026-01-01T00:00:01.000Z' } as Claim;
  expect(lastSeenAt(telemetry, [claim, null])).toBe(telemetry.timestamp);
  const later = '2026-01-01T00:00:09.000Z';
  expect(lastSeenAt(telemetry, [{ ...claim, heardAt: later }])).toBe(later);
  expect(lastSeenAt(null, [])).toBeNull();
});
