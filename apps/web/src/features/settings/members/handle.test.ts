import { handleOf } from './handle.ts';

test.each([
  ['Bob Hill', 'bob-hill'],
  ['  Zoë O’Neil (Ops) ', 'zoe-o-neil-ops'],
  ['GPT-5.1', 'gpt-5-1'],
  ['王芳', ''],
  ['x'.repeat(80), 'x'.repeat(64)],
])('the display name “%s” suggests the name “%s”', (displayName, expected) => {
  expect(handleOf(displayName)).toBe(expected);
});
