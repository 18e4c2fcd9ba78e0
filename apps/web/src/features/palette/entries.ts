import type { SearchHit } from '@tandem/client';
import type { useNavigate } from '@tanstack/react-router';
import { strings } from '../../strings/index.ts';
import { boundCommands } from '../../ui/commands.ts';
import { boundKeys } from '../../ui/keys.ts';
import { matches } from '../../ui/matches.ts';
import { PAGES } from '../../ui/pages.ts';
import { hitLink, hitStatus } from '../search/hit-details.ts';
import { newTask } from '../tasks/new/opened.ts';

/** An entry of the palette. */
export interface Entry {
  readonly id: string;
  readonly text: string;
  /** Shown next to the text. */
  readonly detail?: string | undefined;
  /** The key that does the same. */
  readonly key?: string | undefined;
  readonly act: () => void;
}

export interface Group {
  readonly label: string;
  readonly items: readonly Entry[];
}

type Navigate = ReturnType<typeof useNavigate>;

interface Offer {
  readonly q: string;
  readonly navigate: Navigate;
  /** The person may change tasks and write to agents. */
  readonly mayWrite: boolean;
  readonly mayChat: boolean;
  readonly hits: readonly SearchHit[];
  readonly onKeys: () => void;
  readonly settings: readonly Entry[];
  readonly commands: readonly Entry[];
  readonly mayRegister: boolean;
}

/** The entries for a query: commands of the current page, then pages, then search results. */
export function groupsOf(offer: Offer): Group[] {
  const { q, navigate, hits, onKeys, settings, commands } = offer;
  const { nav, palette } = strings();
  const keyOf = new Map(boundKeys().map(({ text, key }) => [text, key]));
  const pick = (entries: readonly Entry[]) =>
    entries
      .filter(({ text, detail = '' }) => matches(`${text} ${detail}`, q))
      .map((entry) => ({ ...entry, key: keyOf.get(entry.text) }));
  const here = boundCommands().map(({ text, act }) => ({ id: `here ${text}`, text, act }));
  const pages = PAGES.map(({ to, name }) => ({
    id: `page ${to}`,
    text: palette.goToPlace(nav[name]),
    act: () => void navigate({ to }),
  }));
  const keys = { id: 'keys', text: palette.showKeys, act: onKeys };
  const all = {
    id: 'all',
    text: palette.searchFor(q),
    act: () => void navigate({ to: '/search', search: { q } }),
  };
  return [
    { label: palette.thisPage, items: pick(here) },
    { label: palette.goTo, items: pick([...pages, keys]) },
    { label: palette.create, items: pick(makings(offer)) },
    // Only for a query: there are many.
    { label: palette.commands, items: q.trim() === '' ? [] : pick([...commands, ...settings]) },
    { label: palette.results, items: hits.map((hit) => found(hit, navigate)) },
    { label: nav.search, items: q.trim() === '' ? [] : [all] },
  ].filter(({ items }) => items.length > 0);
}

function makings({ navigate, mayWrite, mayChat, mayRegister }: Offer): Entry[] {
  return [
    ...(mayWrite
      ? [
          { id: 'new task', text: strings().tasks.keys.new, act: () => newTask.open() },
          {
            id: 'new project',
            text: strings().projects.new,
            act: () => void navigate({ to: '/projects', search: { new: true } }),
          },
          {
            id: 'new goal',
            text: strings().goals.new,
            act: () => void navigate({ to: '/goals', search: { new: true } }),
          },
          {
            id: 'new initiative',
            text: strings().initiatives.new,
            act: () => void navigate({ to: '/initiatives', search: { new: true } }),
          },
        ]
      : []),
    ...(mayRegister
      ? [
          {
            id: 'new agent',
            text: strings().settings.agents.register,
            act: () => void navigate({ to: '/agents', search: { new: true } }),
          },
        ]
      : []),
    ...(mayChat
      ? [
          {
            id: 'new chat',
            text: strings().palette.newChat,
            act: () => void navigate({ to: '/chats', search: { new: true } }),
          },
        ]
      : []),
  ];
}

const found = (hit: SearchHit, navigate: Navigate): Entry => ({
  id: hit.id,
  text: hit.taskNumber === undefined ? hit.title : `#${hit.taskNumber} ${hit.title}`,
  detail: `${strings().search.typeNames[hit.type]} · ${hitStatus(hit)}`,
  act: () => void navigate(hitLink(hit)),
});
