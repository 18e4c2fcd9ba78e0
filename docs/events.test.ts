import { EVENT_TYPES } from '@tandem/core';
import { read } from '../apps/server/testing/pasted.ts';

test('docs/events.md lists every event type exactly once, and no others', () => {
  const [, section = ''] = read('docs/events.md').split('\n## Types\n');
  const [, block = ''] = /^```\n(.*?)^```$/ms.exec(section) ?? [];
  // Lines of types, each followed by an indented line with their details.
  const listed = block.split('\n').flatMap((line) => (/^\S/.test(line) ? line.split(/\s+/) : []));
  expect(listed.sort()).toEqual([...EVENT_TYPES].sort());
});
