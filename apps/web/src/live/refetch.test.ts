import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { refetchQueries } from './refetch.ts';

const KEY = ['tasks'];
const PAGES = 3;

/** A list of three pages, answered one at a time, that records the requested pages. */
async function openList() {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000, retry: false } } });
  const asked: number[] = [];
  const turns: (() => void)[] = [];
  const observer = new InfiniteQueryObserver(queries, {
    queryKey: KEY,
    queryFn: async ({ pageParam, signal }) => {
      asked.push(pageParam);
      await new Promise<void>((resolve, reject) => {
        turns.push(resolve);
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      });
      return pageParam;
    },
    initialPageParam: 0,
    getNextPageParam: (page: number) => (page + 1 < PAGES ? page + 1 : null),
  });
  const close = observer.subscribe(() => undefined);
  const answer = async () => {
    await settled();
    turns.shift()?.();
    await settled();
  };
  await answer();
  for (let page = 1; page < PAGES; page += 1) {
    void observer.fetchNextPage();
    await answer();
  }
  asked.length = 0;
  return { queries, asked, answer, close };
}

const settled = async () => {
  for (let i = 0; i < 20; i += 1) await Promise.resolve();
  await jest.advanceTimersByTimeAsync(0);
};

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('reads a list once more after many events during a read, and does not start over', async () => {
  const { queries, asked, answer, close } = await openList();
  refetchQueries(queries, { queryKey: KEY });
  for (let page = 0; page < PAGES; page += 1) {
    for (let event = 0; event < 10; event += 1) refetchQueries(queries, { queryKey: KEY });
    await answer();
  }
  expect(asked).toEqual([0, 1, 2]);
  await jest.advanceTimersByTimeAsync(1_000);
  for (let page = 0; page < PAGES; page += 1) await answer();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual([0, 1, 2, 0, 1, 2]);
  expect(queries.isFetching()).toBe(0);
  close();
  queries.clear();
});
