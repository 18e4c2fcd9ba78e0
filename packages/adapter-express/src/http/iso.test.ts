import { assert, date, property } from 'fast-check';
import { iso } from './iso.ts';

test('a time is written as JavaScript writes it, in every year that a date can hold', () => {
  assert(
    property(date({ noInvalidDate: true }), (time) => {
      expect(iso(time.getTime())).toBe(time.toISOString());
    }),
    {
      examples: [
        0,
        -1,
        86_399_999,
        86_400_000,
        8.64e15,
        -8.64e15,
        Date.parse('2024-02-29T23:59:59.999Z'),
      ].map((ms) => [new Date(ms)]),
    },
  );
});
