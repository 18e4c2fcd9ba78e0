import type { Me } from '@tandem/client';
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { beginning } from '../api/queries/beginning.ts';
import { chat as chatQuery, conversation } from '../api/queries/chats.ts';
import { me } from '../api/queries/me.ts';
import { HOME, isSignedOut, isUnreachable } from '../api/tandem.ts';
import { agentSearch, newSearch } from '../features/agents/search.ts';
import { chatsSearch } from '../features/chats/search.ts';
import { goalsSearch } from '../features/goals/search.ts';
import { initiativesSearch } from '../features/initiatives/search.ts';
import { projectSearch, projectsSearch } from '../features/projects/search.ts';
import { searchSearch } from '../features/search/search.ts';
import { isUntried, linkCode, MustAsk, signInSearch } from '../features/sign-in/session.ts';
import { boardSearch } from '../features/tasks/search.ts';
import { attemptSearch } from '../features/tasks/task/attempts/search.ts';
import { isOffline } from '../offline/state.ts';
import { drafts } from '../ui/drafts.ts';
import { NotFound } from '../ui/not-found.tsx';
import { lazyRouteComponent, NotLoaded } from './shell/chunks.ts';
import { ErrorPage } from './shell/error-page.tsx';
import { Shell } from './shell/shell.tsx';

/**
 * Only the known search parameters. The router would also pass on unknown parameters and invalid values of known
 * ones.
 */
const pickKnown =
  <Search,>(known: (given: Record<string, unknown>) => Search) =>
  (given: Record<string, unknown>): Search => ({
    ...Object.fromEntries(Object.keys(given).map((name) => [name, undefined])),
    ...known(given),
  });

const root = createRootRouteWithContext<{ queries: QueryClient }>()({ component: Outlet });

const signInPage = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: pickKnown(signInSearch),
  component: lazyRouteComponent(() => import('../features/sign-in/sign-in.tsx'), 'SignIn'),
});

/** The layout route of all pages that require a session. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  beforeLoad: async ({ context, location }) => {
    const from = location.publicHref;
    await linkCode.exchange().catch((error: unknown) => {
      if (isUntried(error)) throw error;
      const search = error instanceof MustAsk ? { from } : { from, link: 'used' as const };
      throw redirect({ to: '/sign-in', search });
    });
    try {
      if (isOffline()) await showStored(context.queries, null);
      const [{ caller }] = await Promise.all([
        context.queries.ensureQueryData(me),
        isOffline() || context.queries.ensureQueryData(beginning),
      ]);
      drafts.belongTo(caller.id);
    } catch (error) {
      if (isSignedOut(error)) throw redirect({ to: '/sign-in', search: { from } });
      if (!isUnreachable(error)) throw error;
      drafts.belongTo((await showStored(context.queries, error)).caller.id);
    }
  },
});

/** Shows the stored data, once; without any, the page can't be opened before the connection is back. */
async function showStored(queries: QueryClient, error: unknown): Promise<Me> {
  const { restoreQueries } = await import('../offline/stored-queries.ts');
  const own = queries.getQueryData(me.queryKey) ?? (await restoreQueries(queries));
  if (!own) throw error ?? new NotLoaded('There is no connection.');
  return own;
}

/** A page in its own chunk, preloaded when a person is about to go there. */
const pageAt = <Path extends string>(path: Path, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({ getParentRoute: () => shell, path, component });

const tasks = createRoute({
  getParentRoute: () => shell,
  path: '/tasks',
  validateSearch: pickKnown(boardSearch),
  component: lazyRouteComponent(() => import('../features/tasks/page/tasks-page.tsx'), 'TasksPage'),
});

const inbox = pageAt(
  '/',
  lazyRouteComponent(() => import('../features/inbox/inbox-page.tsx'), 'InboxPage'),
);
/** An alias people may type. */
const inboxByName = createRoute({
  getParentRoute: () => shell,
  path: '/inbox',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true });
  },
});
const getStarted = pageAt(
  '/get-started',
  lazyRouteComponent(() => import('../features/get-started/get-started-page.tsx'), 'GetStartedPage'),
);
const task = pageAt(
  '/tasks/$taskNumber',
  lazyRouteComponent(() => import('../features/tasks/task/task-page.tsx'), 'TaskPage'),
);
const attempt = createRoute({
  getParentRoute: () => shell,
  path: '/tasks/$taskNumber/attempts/$attempt',
  validateSearch: pickKnown(attemptSearch),
  component: lazyRouteComponent(
    () => import('../features/tasks/task/attempts/attempt-page.tsx'),
    'AttemptPage',
  ),
});
const projects = createRoute({
  getParentRoute: () => shell,
  path: '/projects',
  validateSearch: pickKnown(projectsSearch),
  component: lazyRouteComponent(() => import('../features/projects/projects-page.tsx'), 'ProjectsPage'),
});
const project = createRoute({
  getParentRoute: () => shell,
  path: '/projects/$projectId',
  validateSearch: pickKnown(projectSearch),
  component: lazyRouteComponent(() => import('../features/projects/project-page.tsx'), 'ProjectPage'),
});
const initiatives = createRoute({
  getParentRoute: () => shell,
  path: '/initiatives',
  validateSearch: pickKnown(initiativesSearch),
  component: lazyRouteComponent(
    () => import('../features/initiatives/initiatives-page.tsx'),
    'InitiativesPage',
  ),
});
const initiative = pageAt(
  '/initiatives/$initiativeId',
  lazyRouteComponent(() => import('../features/initiatives/initiative-page.tsx'), 'InitiativePage'),
);
const goals = createRoute({
  getParentRoute: () => shell,
  path: '/goals',
  validateSearch: pickKnown(goalsSearch),
  component: lazyRouteComponent(() => import('../features/goals/goals-page.tsx'), 'GoalsPage'),
});
const goal = pageAt(
  '/goals/$goalId',
  lazyRouteComponent(() => import('../features/goals/goal-page.tsx'), 'GoalPage'),
);
const agents = createRoute({
  getParentRoute: () => shell,
  path: '/agents',
  validateSearch: pickKnown(newSearch),
  component: lazyRouteComponent(() => import('../features/agents/agents-page.tsx'), 'AgentsPage'),
});
const agent = createRoute({
  getParentRoute: () => shell,
  path: '/agents/$agentId',
  validateSearch: pickKnown(agentSearch),
  component: lazyRouteComponent(() => import('../features/agents/agent-page.tsx'), 'AgentPage'),
});

/** The chat list is shown next to the open chat. */
const chats = createRoute({
  getParentRoute: () => shell,
  path: '/chats',
  validateSearch: pickKnown(chatsSearch),
  component: lazyRouteComponent(() => import('../features/chats/chats-page.tsx'), 'ChatsPage'),
});
const newChat = createRoute({
  getParentRoute: () => chats,
  path: '/',
  component: lazyRouteComponent(() => import('../features/chats/new-chat.tsx'), 'NewChat'),
});
const chat = createRoute({
  getParentRoute: () => chats,
  path: '$chatId',
  // Preloads the chat that is about to be opened.
  loader: ({ context: { queries }, params: { chatId } }) => {
    void queries.prefetchQuery(chatQuery(chatId));
    void queries.prefetchQuery(conversation(chatId));
  },
  component: lazyRouteComponent(() => import('../features/chats/chat-page.tsx'), 'ChatPage'),
});
const search = createRoute({
  getParentRoute: () => shell,
  path: '/search',
  validateSearch: pickKnown(searchSearch),
  component: lazyRouteComponent(() => import('../features/search/search-page.tsx'), 'SearchPage'),
});
const settings = pageAt(
  '/settings',
  lazyRouteComponent(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
);
const settingsHome = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/$section', params: { section: 'profile' }, replace: true });
  },
});
const settingsSection = createRoute({
  getParentRoute: () => settings,
  path: '$section',
  validateSearch: pickKnown(newSearch),
  component: lazyRouteComponent(() => import('../features/settings/section-page.tsx'), 'SectionPage'),
});
/** Replaced by the build; jest can't parse `import.meta.env`. */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

/** The style guide, in development builds only. */
const style =
  process.env.NODE_ENV === 'development'
    ? [
        pageAt(
          '/settings/style',
          lazyRouteComponent(() => import('../features/style/style-page.tsx'), 'StylePage'),
        ),
      ]
    : [];
const elsewhere = createRoute({ getParentRoute: () => shell, path: '$', component: NotFound });

const tree = root.addChildren([
  signInPage,
  shell.addChildren([
    inbox,
    inboxByName,
    getStarted,
    tasks,
    task,
    attempt,
    projects,
    project,
    initiatives,
    initiative,
    goals,
    goal,
    agents,
    agent,
    chats.addChildren([newChat, chat]),
    search,
    settings.addChildren([settingsHome, settingsSection]),
    ...style,
    elsewhere,
  ]),
]);

export const createAppRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: tree,
    context: { queries },
    basepath: HOME.pathname,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
