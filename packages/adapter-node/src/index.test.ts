import { nodePorts } from './index.ts';

const HOUR = 60 * 60_000;

test("the steady clock of Node starts at the clock's time, in whole milliseconds, and continues when that is set", () => {
  const { steadyClock } = nodePorts();
  const between = (before: number, after: number) => {
    const now = steadyClock();
    expect([Number.isInteger(now), now >= before - 1, now <= after + 1]).toEqual([true, true, true]);
    return now;
  };
  const first = between(Date.now() - 1_000, Date.now() + 1_000);
  jest.useFakeTimers({ now: Date.now() - HOUR, doNotFake: ['performance', 'hrtime'] });
  try {
    between(first, first + 1_000);
  } finally {
    jest.useRealTimers();
  }
});
