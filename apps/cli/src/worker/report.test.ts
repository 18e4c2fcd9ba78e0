import { reportOf, withNotes, withoutEvidence } from './report.ts';

const NOTHING = { exitCode: 0, output: '', lastLine: '', complaint: '', timedOut: false };
const printed = (output: string) =>
  reportOf({ ...NOTHING, output, lastLine: output.trimEnd().split('\n').at(-1) ?? '' });
const ended = (exitCode: number | null, complaint = '') => reportOf({ ...NOTHING, exitCode, complaint });

describe('the report of a command on its task', () => {
  test('the report of a command is a succeeded result with its output', () => {
    expect(printed('\nDone.\n  All of it.\n\n')).toStrictEqual({
      kind: 'result',
      result: { outcome: 'succeeded', summary: 'Done.\n  All of it.' },
      warnings: [],
    });
  });

  test('the report of a command includes an object on the last line, which is not part of the summary', () => {
    const fields = { outcome: 'partial', evidence: [{ text: 'Seen' }], usage: { tokens: 7 }, to: 'waiting' };
    expect(printed(`Half.\n${JSON.stringify({ ...fields, more: 1 })}\n`)).toStrictEqual({
      kind: 'result',
      result: { ...fields, summary: 'Half.' },
      warnings: [],
    });
  });

  test('the report of a command is a question if it printed one', () => {
    const question = { kind: 'text', text: 'Which?' };
    expect(printed(`Hm.\n${JSON.stringify({ question, usage: { tokens: 7 } })}`)).toStrictEqual({
      kind: 'question',
      question,
      usage: { tokens: 7 },
    });
  });

  test.each(['{"name":"x"}', '{"outcome":null}', '{}', '[{"outcome":"failed"}]', 'outcome'])(
    'the report of a command keeps the last line in the summary if it is %s',
    (line) => {
      expect(printed(`Done.\n${line}`)).toMatchObject({ result: { summary: `Done.\n${line}` } });
    },
  );

  test('the report of a command that printed nothing is a partial result with a warning', () => {
    expect(printed('\n')).toStrictEqual({
      kind: 'result',
      result: { outcome: 'partial', summary: expect.stringContaining('printed nothing') },
      warnings: [expect.stringContaining('printed nothing')],
    });
  });

  test('the report of a command has a default summary if the last line is the only output', () => {
    expect(printed('{"outcome":"failed"}')).toMatchObject({
      result: { outcome: 'failed', summary: 'The command ended without a summary.' },
    });
  });

  test.each(['{"outcome":"failed",}', '{ no JSON', '{"evidence":[{"text":"a"}'])(
    'the report of a command is a partial result with a warning if the last line is the broken JSON %s',
    (line) => {
      expect(printed(`Done.\n${line}`)).toStrictEqual({
        kind: 'result',
        result: { outcome: 'partial', summary: `Done.\n${line}` },
        warnings: [expect.stringContaining('not valid JSON')],
      });
    },
  );

  test('the report of a command that timed out is a failed result', () => {
    expect(reportOf({ ...NOTHING, exitCode: null, complaint: 'busy', timedOut: true })).toMatchObject({
      result: { outcome: 'failed', summary: expect.stringMatching(/--timeout.*busy$/s) },
    });
  });

  test('the report of a command is cut to 20,000 characters, without invalid characters', () => {
    const { result } = printed(`${'🪶'.repeat(20_001)}\0`) as { result: { summary: string } };
    expect(Array.from(result.summary)).toHaveLength(20_000);
    expect(printed('a\0b')).toMatchObject({ result: { summary: 'ab' } });
  });

  test('the report of a command that failed is a failed result with the end of standard error', () => {
    expect(ended(3, 'no model here\n')).toMatchObject({
      result: { outcome: 'failed', summary: 'no model here' },
    });
    expect(ended(3)).toMatchObject({
      result: { outcome: 'failed', summary: 'The command ended with the exit status 3.' },
    });
    expect(ended(null)).toMatchObject({
      result: { outcome: 'failed', summary: 'The command was ended by a signal.' },
    });
  });

  test('a command that exits with 75 releases its task for later', () => {
    expect(ended(75, 'The mill is busy.\n')).toStrictEqual({ kind: 'later', note: 'The mill is busy.' });
  });
});

test('adds warnings to the end of a summary within its limit', () => {
  const result = { outcome: 'partial', summary: '🪶'.repeat(20_000) };
  const { summary } = withNotes(result, ['Look at this.']);
  expect(Array.from(summary)).toHaveLength(20_000);
  expect(summary).toMatch(/🪶\n\nFrom the worker: Look at this\.$/u);
  expect(withNotes(result, [])).toBe(result);
});

test('drops evidence for an unknown criterion with a warning, and keeps the rest', () => {
  const evidence = [
    { criterionId: 'a', text: '1' },
    { criterionId: 'z', text: '2' },
  ];
  expect(withoutEvidence({ outcome: 'succeeded', summary: 'Done', evidence }, [1])).toStrictEqual({
    result: { outcome: 'succeeded', summary: 'Done', evidence: [evidence[0]] },
    warnings: ['Evidence for the criterion "z" was dropped: the task has no such criterion.'],
  });
});
