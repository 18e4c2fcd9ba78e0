import fc from 'fast-check';
import { EFFORTS, PRIORITIES } from '../../src/index.ts';
import type { Who } from './world.ts';

/* The values of commands. */

export const at = fc.nat(9);
export const who = fc.constantFrom<Who>('ada', 'bob', 'bot');
export const word = fc.constantFrom(
  'alpha',
  'Beta',
  'ÄPFEL',
  'äpfel',
  'straße',
  '日本',
  '😀 x',
  'a,b',
  ' padded ',
  '@bob, @BOT.',
  '',
);
export const words = fc.uniqueArray(word, { maxLength: 3 });
export const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
export const clearable = <T>(value: fc.Arbitrary<T>) =>
  fc.option(fc.option(value, { nil: null }), { nil: undefined });
export const person = fc.constantFrom('ada', 'BOB', 'bot', 'Bot', 'ada', 'nobody');

export const changes = fc.record(
  {
    title: word,
    description: word,
    priority: fc.constantFrom(...PRIORITIES),
    tags: words,
    labels: words,
    createMissing: fc.boolean(),
    effort: fc.option(fc.constantFrom(...EFFORTS)),
    dueDate: fc.option(fc.integer({ min: 0, max: 2e12 })),
    assignedTo: fc.option(person),
  },
  { requiredKeys: [] },
);
