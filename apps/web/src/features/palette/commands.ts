import type { useNavigate } from '@tanstack/react-router';
import { hostSignIn } from '../../api/host-sign-in.ts';
import { useMembers } from '../../api/queries/members.ts';
import { usePreferences } from '../../api/queries/preferences.ts';
import { useProjects } from '../../api/queries/projects.ts';
import { useViews } from '../../api/queries/views.ts';
import { useCurrentMember, useMay } from '../../api/queries/who.ts';
import { strings } from '../../strings/index.ts';
import { copy } from '../../ui/copyable.tsx';
import { undoLast } from '../../ui/toasts.ts';
import { DENSITIES, THEMES } from '../preferences/choices.ts';
import { usePreferencesChange } from '../preferences/use-preferences.ts';
import { SECTIONS } from '../settings/sections.ts';
import { useSignOut } from '../sign-in/sign-out.ts';
import { searchOf } from '../tasks/views/query.ts';
import { MY_LISTS } from '../tasks/views/shown-view.ts';
import type { Entry } from './entries.ts';

/** The settings that the person may open. */
export function useSettingsEntries(navigate: ReturnType<typeof useNavigate>): readonly Entry[] {
  const who = useCurrentMember();
  const { settings, palette } = strings();
  return SECTIONS.filter(({ isFor }) => isFor(who)).map(({ name }) => ({
    id: `settings ${name}`,
    text: palette.goToPlace(settings.sections[name]),
    detail: strings().nav.settings,
    act: () => void navigate({ to: '/settings/$section', params: { section: name } }),
  }));
}

/** The person's favorites. Views are among the commands anyway. */
function useFavoriteEntries(navigate: ReturnType<typeof useNavigate>): readonly Entry[] {
  const favorites = usePreferences()?.favorites ?? [];
  const projects = useProjects();
  const members = useMembers();
  const { palette, preferences } = strings();
  return favorites.flatMap(({ kind, id }) => {
    const isFavorite = (each: { readonly id: string }) => each.id === id;
    const name =
      kind === 'project' ? projects.find(isFavorite)?.title : members.find(isFavorite)?.displayName;
    if (kind === 'view' || name === undefined) return [];
    const act = () =>
      void (kind === 'project'
        ? navigate({ to: '/projects/$projectId', params: { projectId: id } })
        : navigate({ to: '/agents/$agentId', params: { agentId: id } }));
    return [{ id: `favorite ${id}`, text: palette.goToPlace(name), detail: preferences.favorites, act }];
  });
}

/** The commands that every page has, besides those that create something. */
export function useCommandEntries(navigate: ReturnType<typeof useNavigate>): readonly Entry[] {
  const { isAdmin, hasExpiringKey } = useCurrentMember();
  const views = useViews();
  const favorites = useFavoriteEntries(navigate);
  const mayWrite = useMay('tasks:write');
  const { mutate: prefer } = usePreferencesChange();
  const { mutate: signOut } = useSignOut();
  const { palette, settings, preferences, getStarted, shell } = strings();
  const creates = (section: 'members' | 'keys' | 'webhooks', text: string): Entry => ({
    id: `new in ${section}`,
    text,
    act: () => void navigate({ to: '/settings/$section', params: { section }, search: { new: true } }),
  });
  return [
    ...(isAdmin && !hasExpiringKey
      ? [
          creates('members', settings.members.invite),
          creates('webhooks', settings.webhooks.new),
          {
            id: 'export',
            text: settings.workspace.export,
            detail: settings.sections.workspace,
            act: () => void navigate({ to: '/settings/$section', params: { section: 'workspace' } }),
          },
        ]
      : []),
    creates('keys', settings.keys.new),
    ...views.map((view) => ({
      id: `view ${view.id}`,
      text: palette.goToPlace(view.name),
      detail: strings().views.view,
      act: () => void navigate({ to: '/tasks', search: searchOf(view) }),
    })),
    ...MY_LISTS.map(({ id, filter }) => ({
      id: `my tasks ${id}`,
      text: palette.goToPlace(strings().views.myTasks[id]),
      act: () => void navigate({ to: '/tasks', search: { view: 'list', ...filter } }),
    })),
    {
      id: 'overdue',
      text: palette.goToPlace(strings().palette.overdue),
      act: () => void navigate({ to: '/tasks', search: { view: 'list', due: 'overdue' } }),
    },
    ...favorites,
    {
      id: 'notifications',
      text: palette.goToPlace(preferences.notifications),
      detail: strings().nav.settings,
      act: () => void navigate({ to: '/settings/$section', params: { section: 'profile' } }),
    },
    { id: 'undo', text: strings().undoLast, act: undoLast },
    { id: 'copy link', text: palette.copyLink, act: () => void copy(location.href) },
    { id: 'get started', text: getStarted.title, act: () => void navigate({ to: '/get-started' }) },
    { id: 'demo', text: getStarted.demo.title, act: () => void navigate({ to: '/get-started' }) },
    ...(mayWrite
      ? [
          ...THEMES.map((theme) => ({
            id: `theme ${theme}`,
            text: preferences.chooseTheme(preferences.themes[theme]),
            act: () => prefer({ theme }),
          })),
          ...DENSITIES.map((density) => ({
            id: `density ${density}`,
            text: preferences.chooseDensity(preferences.densities[density]),
            act: () => prefer({ density }),
          })),
        ]
      : []),
    ...(hostSignIn() === undefined ? [{ id: 'sign out', text: shell.signOut, act: () => signOut() }] : []),
  ];
}
