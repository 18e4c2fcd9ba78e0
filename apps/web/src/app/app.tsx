import { notifyManager, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isSignedOut, isTandemError } from '../api/tandem.ts';
import { toSignIn } from '../features/sign-in/to-sign-in.ts';
import { createAppRouter } from './router.tsx';

// Notifies before the next input event, so that the button is disabled by then and a double click sends once.
notifyManager.setScheduler(queueMicrotask);

/** Events keep the data current, so refetching on window focus would be wasted. */
function createQueries(onSignedOut: () => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error) => isSignedOut(error) && onSignedOut() }),
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        // The client already retries by itself.
        retry: (failures, error) => failures < 2 && isTandemError(error) && error.isPassing,
      },
    },
  });
}

/** The delay before the page is kept for offline use. */
const IDLE_MS = 3_000;

export function App() {
  const [{ queries, router }] = useState(() => {
    const queries = createQueries(() => toSignIn(router));
    const router = createAppRouter(queries);
    return { queries, router };
  });
  useEffect(() => {
    // After the first page, for which the network is needed.
    const timer = setTimeout(
      async () => (await import('../offline/keep.ts')).keepForOffline(queries),
      IDLE_MS,
    );
    return () => clearTimeout(timer);
  }, [queries]);
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
