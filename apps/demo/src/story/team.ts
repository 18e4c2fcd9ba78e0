import type { LabelColor, NewAgent, NewHuman, NewInitiative, NewProject } from '@tandem/core';
import type { Key, When } from './notation.ts';

/* The team: the people who run a town library's digital lending, and their agents. */

export const WORKSPACE = 'Linden Library';

/** The member that the start message's link signs in. */
export const HOST = { name: 'mira', displayName: 'Mira Okafor' } as const;

export const PEOPLE: readonly NewHuman[] = [
  { name: 'jonas', displayName: 'Jonas Brandt', email: 'jonas@linden-library.example', role: 'admin' },
  { name: 'aiko', displayName: 'Aiko Tanaka', email: 'aiko@linden-library.example' },
  { name: 'samir', displayName: 'Samir Haddad', email: 'samir@linden-library.example' },
  { name: 'ruth', displayName: 'Ruth Delgado', email: 'ruth@linden-library.example' },
];

export interface StoryAgent {
  readonly profile: NewAgent & { readonly model: string };
  readonly reportsTo: string;
  /** Its daily token budget. */
  readonly tokensPerDay: number;
  /** The price of a million tokens of its model. */
  readonly dollars: number;
  /** The size of its context, in tokens. */
  readonly contextLimit: number;
  /** How busy it is, from 0 to 1. */
  readonly load: number;
  /** When its manager paused it. */
  readonly pausedAt?: When;
}

const LARGE = { model: 'atlas-2-large', dollars: 6.7, contextLimit: 200_000 };
const SMALL = { model: 'atlas-2-small', dollars: 2.55, contextLimit: 128_000 };

// biome-ignore format: a table
const AGENT_ROWS = [
  ['quill', 'Quill', '🪶', 'Writes the newsletter, and translates it', SMALL, 'mira', 400_000, 0.35],
  ['beacon', 'Beacon', '🔦', 'Checks every page for people who cannot see it', LARGE, 'aiko', 800_000, 0.4, '2d 14:25'],
  ['otter', 'Otter', '🦦', 'Drafts answers for patrons, and reads what they write', SMALL, 'ruth', 1_200_000, 0.6],
  ['wren', 'Wren', '🐦', 'Keeps the catalogue in order', LARGE, 'samir', 2_500_000, 0.75],
] as const;

/** In order of joining; lists show the newest first. */
export const AGENTS: readonly StoryAgent[] = AGENT_ROWS.map(
  ([name, displayName, emoji, title, { model, ...limits }, reportsTo, tokensPerDay, load, pausedAt]) => ({
    profile: { name, displayName, emoji, title, model },
    ...limits,
    reportsTo,
    tokensPerDay,
    load,
    ...(pausedAt && { pausedAt }),
  }),
);

/** The agent that runs the checks of results; it is handed no tasks. */
export const VERIFIER: NewAgent & { readonly name: string } = {
  name: 'magpie',
  displayName: 'Magpie',
  emoji: '🔎',
  title: 'Runs the checks of results in clean checkouts',
  model: 'tandem verifier',
};

/** The cost of an agent's tokens, as it reports it. */
export function usageOf(agent: string, tokens: number): { tokens: number; costUsd: number } {
  const { dollars = LARGE.dollars } = AGENTS.find(({ profile }) => profile.name === agent) ?? {};
  return { tokens, costUsd: Number(((tokens * dollars) / 1_000_000).toFixed(3)) };
}

export const LABELS: Readonly<Record<string, LabelColor>> = {
  accessibility: 'purple',
  app: 'blue',
  bug: 'red',
  catalogue: 'teal',
  chore: 'gray',
  idea: 'yellow',
  licences: 'indigo',
  outreach: 'pink',
  patrons: 'orange',
  privacy: 'green',
};

// biome-ignore format: a table
export const INITIATIVES: readonly (NewInitiative & { readonly key: Key })[] = [
  { key: 'barriers', name: 'Borrowing without barriers', status: 'active',
    description: 'Everybody borrows a book in less than a minute: at home, at the branch desk, by ear, and without having used an app before.' },
  { key: 'trust', name: 'A catalogue people trust', status: 'active',
    description: 'Each entry in the catalogue is true, complete, and written for readers.' },
];

interface StoryProject extends Omit<NewProject, 'initiativeId' | 'goalId' | 'targetDate'> {
  readonly key: Key;
  readonly initiative: Key;
  readonly goal: Key;
  /** In working days from today. */
  readonly due: number;
}

// biome-ignore format: a table
export const PROJECTS: readonly StoryProject[] = [
  { key: 'holds', title: 'Holds and renewals', status: 'in_progress', color: '#C2571A', initiative: 'barriers', goal: 'nine-days', due: 18,
    description: 'Patrons know how long they wait for a book, and can keep a book a little longer while nobody else wants it.' },
  { key: 'reader', title: 'A reader for everyone', status: 'in_progress', color: '#6D4FC4', initiative: 'barriers', goal: 'by-ear', due: 32,
    description: 'The reader in the browser works by keyboard, by screen reader, in large type, and on the old tablets that the branches lend.' },
  { key: 'catalogue', title: 'Catalogue clean-up', status: 'in_progress', color: '#1F7A6D', initiative: 'trust', goal: 'complete', due: 9,
    description: 'Forty-one thousand records came from three vendors in three shapes. One pass over all of them, then a few every day.' },
];
