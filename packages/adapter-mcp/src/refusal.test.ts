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
])('reports a problem of the field %s for the argument %s', (field, argument) => {
  expect(refused('VALIDATION_ERROR', { [field]: ['is wrong'] })).toBe(
    `Refused: VALIDATION_ERROR.\nCorrect this and call again: ${argument} is wrong.`,
  );
});

test('lists unknown labels without an API path', () => {
  expect(refused('UNKNOWN_LABELS', { labels: ['red', 'a "\n> b'] })).toBe(
    'Refused: UNKNOWN_LABELS.\nThese labels do not exist: "red", "a \\" > b". Nothing was changed. Leave them out, or name labels that tasks have already.',
  );
});

test('names the argument of a tool when a task would block itself', () => {
  expect(refused('SELF_RELATION', {})).toMatch(/Leave it out of blocked_by\.$/);
});
