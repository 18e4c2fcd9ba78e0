import { tickTexts } from './ticks.ts';

const at = (text: string) => new Date(text).getTime();

describe('the time axis', () => {
  test('the time axis shows days when its ticks are days apart', () => {
    expect(tickTexts([at('2026-11-01T00:00'), at('2026-11-08T00:00')], 7 * 86_400_000)).toStrictEqual([
      'Nov 1',
      'Nov 8',
    ]);
  });

  test('the time axis shows hours within a day, and the date where a day begins', () => {
    const times = [at('2026-11-01T18:00'), at('2026-11-02T00:00')];
    const step = 6 * 3_600_000;
    expect(tickTexts(times, step, { hourCycle: 'h23' })).toStrictEqual(['18:00', 'Nov 2']);
    expect(tickTexts(times, step, { hourCycle: 'h12' })).toStrictEqual(['06:00 PM', 'Nov 2']);
    const inTokyo = { timeZone: 'Asia/Tokyo', hourCycle: 'h23' } as const;
    expect(tickTexts([Date.UTC(2026, 10, 1, 14), Date.UTC(2026, 10, 1, 15)], step, inTokyo)).toStrictEqual([
      '23:00',
      'Nov 2',
    ]);
  });

  test('the time axis shows months and years when ticks are that far apart, and nothing without ticks', () => {
    expect(tickTexts([at('2026-11-01T00:00'), null], 30 * 86_400_000)).toStrictEqual(['Nov 2026', '']);
    expect(tickTexts([at('2026-01-01T00:00')], 365 * 86_400_000)).toStrictEqual(['2026']);
  });
});
