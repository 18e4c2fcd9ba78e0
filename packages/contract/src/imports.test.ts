import { importOperations } from './imports.ts';
import { validate } from './validation.ts';

test('refuses options of an import that do not exist', () => {
  const UNKNOWN = 'has unrecognized fields';
  const problemsOf = (options: object) =>
    validate(importOperations.create.body, { source: 'linear', options });
  expect(problemsOf({ maps: {} })).toEqual({ problems: { options: [UNKNOWN] } });
  expect(problemsOf({ map: { states: {} } })).toEqual({ problems: { 'options.map': [UNKNOWN] } });
  expect(problemsOf({ map: { status: { Doing: 'todo' } }, project: 'Old' })).toHaveProperty('data');
});
