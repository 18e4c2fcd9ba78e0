import { reportOf, withNotes, withoutEvidence } from './report.ts';

const NOTHING = { exitCode: 0, output: '', lastLine: '', complaint: '', timedOut: false };
const printed = (output: string) =>
  reportOf({ ...NOTHING, output, lastLine: output.trimEnd().split('\n').at(-1) ?? '' });
const ended = (exitCode: number | null, complaint = '') => reportOf({ ...NOTHING, exitCode, complaint });

describe('what a command has said of its task', () => {
  test('is a succeeded result with what it has printed', () => {
    expect(printed('\nDone.\n  All of it.\n\n')).toStrictEqual({
      kind: 'result',
      result: { outcome: 'succeeded', summary: 'Done.\n  All of it.' },
      warnings: [],
    });
  });

  test('is more with an object on the last line, which is no part of the summary', () => {
    const said = { outcome: 'partial', evidence: [{ text: 'Seen' }], usage: { tokens: 7 }, to: 'waiting' };
    expect(printed(`Half.\n${JSON.stringify({ ...said, more: 1 })}\n`)).toStrictEqual({
      kind: 'result',
      result: { ...said, summary: 'Half.' },
      warnings: [],
    });
  });

  test('is a question when there is one', () => {
    const question = { kind: 'text', text: 'Which?' };
    expect(printed(`Hm.\n${JSON.stringify({ question, usage: { tokens: 7 } })}`)).toStrictEqual({
      kind: 'question',
      question,
      usage: { tokens: 7 },
    });
  });

  test.each(['{"name":"x"}', '{"outcome":null}', '{}', '[{"outcome":"failed"}]', 'outcome'])(
    'is the last line too when that is %s',
    (line) => {
      expect(printed(`Done.\n${line}`)).toMatchObject({ result: { summary: `Done.\n${line}` } });
    },
  );

  test('is a partial result, with a warning, when the command printed nothing', () => {
    expect(printed('\n')).toStrictEqual({
      kind: 'result',
      result: { outcome: 'partial', summary: expect.stringContaining('printed nothing') },
      warnings: [expect.stringContaining('printed nothing')],
    });
  });

  test('has a sentence as its summary when the last line is all that was printed', () => {
    expect(printed('{"outcome":"failed"}')).toMatchObject({
      result: { outcome: 'failed', summary: 'The command ended without a summary.' },
    });
  });

  test.each(['{"outcome":"failed",}', '{ no JSON', '{"evidence":[{"text":"a"}'])(
    'is a partial result, with a warning, when the last line is the broken JSON %s',
    (line) => {
      expect(printed(`Done.\n${line}`)).toStrictEqual({
        kind: 'result',
        result: { outcome: 'partial', summary: `Done.\n${line}` },
        warnings: [expect.stringContaining('not valid JSON')],
      });
    },
  );

  test('is a failed result when the command took too long', () => {
    expect(reportOf({ ...NOTHING, exitCode: null, complaint: 'busy', timedOut: true })).toMatchObject({
      result: { outcome: 'failed', summary: expect.stringMatching(/--timeout.*busy$/s) },
    });
  });

  test('is cut at 20,000 characters, and rid of what no text holds', () => {
    const { result } = printed(`${'🪶'.repeat(20_001)}\0`) as { result: { summary: string } };
    expect(Array.from(result.summary)).toHaveLength(20_000);
    expect(printed('a\0b')).toMatchObject({ result: { summary: 'ab' } });
  });

  test('is a failed result when it has not ended well, with the end of what it complained of', () => {
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

  test('is that it may go better later, by the exit status 75', () => {
    expect(ended(75, 'The mill is busy.\n')).toStrictEqual({ kind: 'later', note: 'The mill is busy.' });
  });
});

test('warnings stand at the end of a summary, which stays within its limit', () => {
  const result = { outcome: 'partial', summary: '🪶'.repeat(20_000) };
  const { summary } = withNotes(result, ['Look at this.']);
  expect(Array.from(summary)).toHaveLength(20_000);
  expect(summary).toMatch(/🪶\n\nFrom the worker: Look at this\.$/u);
  expect(withNotes(result, [])).toBe(result);
});

test('evidence for a criterion that is not there is dropped with a warning, and the rest is kept', () => {
  const evidence = [
    { criterionId: 'a', text: '1' },
    { criterionId: 'z', text: '2' },
  ];
  expect(withoutEvidence({ outcome: 'succeeded', summary: 'Done', evidence }, [1])).toStrictEqual({
    result: { outcome: 'succeeded', summary: 'Done', evidence: [evidence[0]] },
    warnings: ['Evidence for the criterion "z" was dropped: the task has no such criterion.'],
  });
});
