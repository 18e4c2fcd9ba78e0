import { answerOf } from './answer.ts';

const TEXT = { head: 'Description, by members:', min: 100, rest: (from: number) => `from ${from}` };

test.each(['\n', ' ', '\t\n', 'e\u0301\u0323', '\u200d'])(
  'handles the longest possible text in reasonable time, even one of only %j',
  (sign) => {
    const text = `z${sign.repeat(99_998 / sign.length)}z`;
    answerOf([{ ...TEXT, text: 'warm' }]);
    const before = performance.now();
    expect(answerOf([{ ...TEXT, text }])).toMatch(/^Description, by members:\n> z/);
    expect(performance.now() - before).toBeLessThan(500);
  },
);

test('omits white space at the end of a text', () => {
  expect(answerOf([{ ...TEXT, text: 'one \n\n\ttwo \n\t ' }])).toBe(
    'Description, by members:\n> one \n> \n> \ttwo',
  );
});
