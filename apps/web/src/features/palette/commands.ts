import type { useNavigate } from '@tanstack/react-router';
import { hostSignIn } from '../../api/host-sign-in.ts';
import { useCurrentMember, useMay } from '../../api/queries/who.ts';
import { strings } from '../../strings/index.ts';
import { copy } from '../../ui/copyable.tsx';
import { DENSITIES, THEMES } from '../preferences/choices.ts';
import { usePreferencesChange } from '../preferences/use-preferences.ts';
import { SECTIONS } from '../settings/sections.ts';
import { useSignOut } from '../sign-in/sign-out.ts';
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

/** The commands that every page has, besides those that create something. */
export function useCommandEntries(navigate: ReturnType<typeof useNavigate>): readonly Entry[] {
  const { isAdmin, hasExpiringKey } = useCurrentMember();
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
      ? [creates('members', settings.members.invite), creates('webhooks', settings.webhooks.new)]
      : []),
    creates('keys', settings.keys.new),
    { id: 'copy link', text: palette.copyLink, act: () => void copy(location.href) },
    { id: 'get started', text: getStarted.title, act: () => void navigate({ to: '/get-started' }) },
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
