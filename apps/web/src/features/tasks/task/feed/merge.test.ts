import { type FeedItem, horizonOf, merge, type Source } from './merge.ts';

const source = (kind: FeedItem['kind'], hasMore: boolean, ...times: readonly string[]): Source => ({
  items: times.map((at) => ({ kind, at }) as FeedItem),
  hasMore,
});

const linesOf = (...sources: readonly Source[]) => merge(sources).map(({ kind, at }) => `${at} ${kind}`);

test('lists that are read to their end are merged, oldest first', () => {
  const comments = source('comment', false, '7', '3');
  expect(linesOf(comments, source('history', false, '9', '5', '1'))).toEqual([
    '1 history',
    '3 comment',
    '5 history',
    '7 comment',
    '9 history',
  ]);
  expect(horizonOf([comments])).toBeUndefined();
});

test('items older than the end of an unfinished list wait until it is read further', () => {
  const sources = [source('comment', false, '7', '3', '2'), source('history', true, '9', '5')];
  expect(horizonOf(sources)).toBe('5');
  expect(linesOf(...sources)).toEqual(['5 history', '7 comment', '9 history']);
});

test('of two things at the same time, the one of the earlier list is first', () => {
  expect(linesOf(source('result', false, '4'), source('history', false, '4', '4'))).toEqual([
    '4 result',
    '4 history',
    '4 history',
  ]);
});
