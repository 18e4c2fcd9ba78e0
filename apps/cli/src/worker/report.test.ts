import { reportOf } from './report.ts';

const NOTHING = { exitCode: 0, output: '', lastLine: '', complaint: '' };
const printed = (output: string) =>
  reportOf({ ...NOTHING, output, lastLine: output.trimEnd().split('\n').at(-1) ?? '' });
const ended = (exitCode: number | null, complaint = '') => reportOf({ ...NOTHING, exitCode, complaint });

describe('what a command has said of its task', () => {
  test('is a succeeded result with what it has printed', () => {
    expect(printed('\nDone.\n  All of it.\n\n')).toStrictEqual({
      kind: 'result',
      result: { outcome: 'succeeded', summary: 'Done.\n  All of it.' },
    });
  });

  test('is more with an object on the last line, which is no part of the summary', () => {
    const said = { outcome: 'partial', evidence: [{ text: 'Seen' }], usage: { tokens: 7 }, to: 'waiting' };
    expect(printed(`Half.\n${JSON.stringify({ ...said, more: 1 })}\n`)).toStrictEqual({
      kind: 'result',
      result: { ...said, summary: 'Half.' },
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

  test.each(['{"name":"x"}', '{"outcome":null}', '{}', '{ no JSON', '[{"outcome":"failed"}]', 'outcome'])(
    'is the last line too when that is %s',
    (line) => {
      expect(printed(`Done.\n${line}`)).toMatchObject({ result: { summary: `Done.\n${line}` } });
    },
  );

  test('is a sentence when it has said nothing', () => {
    expect(printed('\n')).toMatchObject({
      result: { outcome: 'succeeded', summary: expect.stringContaining('without saying anything') },
    });
    expect(printed('{"outcome":"failed"}')).toMatchObject({
      result: { outcome: 'failed', summary: expect.stringContaining('without saying anything') },
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
