import { type ErrorCode, TandemError } from '@tandem/client';
import { refusalText } from './refusal.ts';

const refused = (code: ErrorCode, fields: Record<string, string[]>) =>
  refusalText(new TandemError({ code, message: 'Send taskNumber with POST /api/v1/labels.', fields }));

test.each([
  ['q', 'query'],
  ['leaseSeconds', 'lease_seconds'],
  ['progress.note', 'note'],
  ['evidence.0.criterionId', 'evidence.0.criterion'],
  ['evidence.12.exitCode', 'evidence.12.exit_code'],
  ['assignedTo', 'assigned_to'],
  ['taskNumber', 'blocked_by'],
  ['options.1.text', 'options.1.text'],
])('what is wrong with %s is told of the argument %s', (field, argument) => {
  expect(refused('VALIDATION_ERROR', { [field]: ['is wrong'] })).toBe(
    `Refused: VALIDATION_ERROR.\nCorrect this and call again: ${argument} is wrong.`,
  );
});

test('labels that there are not are named, and no path of the interface', () => {
  expect(refused('UNKNOWN_LABELS', { labels: ['red', 'a "\n> b'] })).toBe(
    'Refused: UNKNOWN_LABELS.\nThere are no labels of these names: "red", "a \\" > b". Nothing was changed. Leave them out, or name labels that tasks have already.',
  );
});

test('a task that is to wait for itself is refused by the name of the argument', () => {
  expect(refused('SELF_RELATION', {})).toMatch(/Leave it out of blocked_by\.$/);
});
