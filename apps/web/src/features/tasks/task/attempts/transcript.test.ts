import { stepOf } from './transcript.ts';

test('outputs are matched to their calls', () => {
  expect(
    stepOf({
      source: 'agent',
      message: [
        { type: 'text', text: 'Counting.' },
        { type: 'text', text: 'Twice.' },
      ],
      tool_calls: [
        { tool_call_id: 'a', function_name: 'execute', arguments: { command: 'ls' } },
        { tool_call_id: 'b', function_name: 'read' },
      ],
      observation: { results: [{ content: 'of none' }, { source_call_id: 'a', content: 'two files' }] },
    }),
  ).toEqual({
    source: 'agent',
    message: 'Counting.\nTwice.',
    reasoning: '',
    calls: [
      { name: 'execute', about: 'ls', input: '{\n  "command": "ls"\n}', output: 'two files' },
      { name: 'read', about: '', input: '', output: '' },
    ],
    output: 'of none',
  });
});

test('a step of unknown shape is shown without the parts that it lacks', () => {
  const nothing = { source: '', message: '', reasoning: '', calls: [], output: '' };
  for (const odd of [null, 7, 'text', [], { tool_calls: {}, observation: 'none' }]) {
    expect(stepOf(odd)).toEqual(nothing);
  }
  expect(stepOf({ message: { a: 1 }, tool_calls: [null] })).toMatchObject({
    message: '{"a":1}',
    calls: [{ name: '', about: '', input: '', output: '' }],
  });
});
