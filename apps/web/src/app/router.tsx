import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { me } from '../api/queries.ts';
import { HOME, isSignedOut } from '../api/tandem.ts';
import { linkCode, signIn, signInSearch } from '../features/sign-in/session.ts';
import { boardSearch } from '../features/tasks/search.ts';
import { Shell } from './shell/shell.tsx';

const root = createRootRouteWithContext<{ queries: QueryClient }>()({ component: Outlet });

const signInPage = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: signInSearch,
  component: lazyRouteComponent(() => import('../features/sign-in/sign-in.tsx'), 'SignIn'),
});

/** All pages of somebody who is signed in. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  beforeLoad: async ({ context, location }) => {
    const code = linkCode.take();
    const from = location.publicHref;
    if (code) {
      await signIn(code).catch(() => {
        throw redirect({ to: '/sign-in', search: { from, link: 'used' } });
      });
    }
    try {
      await context.queries.ensureQueryData(me);
    } catch (error) {
      if (isSignedOut(error)) throw redirect({ to: '/sign-in', search: { from } });
      throw error;
    }
  },
});

const tasks = createRoute({
  getParentRoute: () => shell,
  path: '/tasks',
  validateSearch: boardSearch,
  component: lazyRouteComponent(() => import('../features/tasks/board/board-page.tsx'), 'BoardPage'),
});

const inbox = createRoute({
  getParentRoute: () => shell,
  path: '/',
  component: lazyRouteComponent(() => import('../features/inbox/inbox-page.tsx'), 'InboxPage'),
});

const task = createRoute({
  getParentRoute: () => shell,
  path: '/tasks/$taskNumber',
  component: lazyRouteComponent(() => import('../features/tasks/task/task-page.tsx'), 'TaskPage'),
});

const tree = root.addChildren([signInPage, shell.addChildren([inbox, tasks, task])]);

export const createAppRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: tree,
    context: { queries },
    basepath: HOME.pathname,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
