import { EVENT_TYPES } from '@tandem/core';
import { read } from '../apps/server/testing/pasted.ts';

test('docs/events.md lists every event type exactly once, and no others', () => {
  const [, section = ''] = read('docs/events.md').split('\n## Types\n');
  const listed = [...section.matchAll(/`([a-z]+(?:\.[a-z_]+)+)`/g)].map(([, type]) => type as string);
  expect(listed.sort()).toEqual([...EVENT_TYPES].sort());
});
