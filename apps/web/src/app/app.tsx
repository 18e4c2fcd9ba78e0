import { notifyManager, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { isSignedOut, isTandemError } from '../api/tandem.ts';
import { toSignIn } from '../features/sign-in/to-sign-in.ts';
import { createAppRouter } from './router.tsx';

// What is sent is under way before the next press comes, so that its button is off by then: a double click sends once.
notifyManager.setScheduler(queueMicrotask);

/** What the person sees is told of by events; reading it anew when a window comes back would only cost. */
function createQueries(onSignedOut: () => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error) => isSignedOut(error) && onSignedOut() }),
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        // The client has tried again already.
        retry: (failures, error) => failures < 2 && isTandemError(error) && error.isPassing,
      },
    },
  });
}

export function App() {
  const [{ queries, router }] = useState(() => {
    const queries = createQueries(() => toSignIn(router));
    const router = createAppRouter(queries);
    return { queries, router };
  });
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
