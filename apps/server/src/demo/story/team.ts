import type { NewAgent, NewHuman, NewInitiative, NewProject } from '@tandem/core';
import type { Key, StoryLabel, When } from './words.ts';

/* The team: the people who run a town library's digital lending, and their agents. */

export const WORKSPACE = 'Linden Library';

/** The member that the start message's link signs in. */
export const HOST = { name: 'mira', displayName: 'Mira Okafor' } as const;

export const PEOPLE: readonly NewHuman[] = [
  {
    name: 'jonas',
    displayName: 'Jonas Brandt',
    email: 'jonas@linden-library.example',
    role: 'admin',
  },
  { name: 'aiko', displayName: 'Aiko Tanaka', email: 'aiko@linden-library.example' },
  { name: 'samir', displayName: 'Samir Haddad', email: 'samir@linden-library.example' },
  { name: 'ruth', displayName: 'Ruth Delgado', email: 'ruth@linden-library.example' },
];

export interface StoryAgent extends NewAgent {
  readonly reportsTo: string;
  /** Its daily token budget. */
  readonly tokensPerDay: number;
  /** The size of its context, in tokens. */
  readonly contextLimit: number;
  /** How busy it is, from 0 to 1. */
  readonly load: number;
  /** When its manager paused it. */
  readonly pausedAt?: When;
}

/** In order of joining; lists show the newest first. */
export const AGENTS: readonly StoryAgent[] = [
  {
    name: 'quill',
    displayName: 'Quill',
    emoji: '🪶',
    title: 'Writes the newsletter, and translates it',
    model: 'atlas-2-small',
    reportsTo: 'mira',
    tokensPerDay: 400_000,
    contextLimit: 128_000,
    load: 0.35,
  },
  {
    name: 'beacon',
    displayName: 'Beacon',
    emoji: '🔦',
    title: 'Checks every page for people who cannot see it',
    model: 'atlas-2-large',
    reportsTo: 'aiko',
    tokensPerDay: 800_000,
    contextLimit: 200_000,
    load: 0.4,
    pausedAt: '2d 14:25',
  },
  {
    name: 'otter',
    displayName: 'Otter',
    emoji: '🦦',
    title: 'Drafts answers for patrons, and reads what they write',
    model: 'atlas-2-small',
    reportsTo: 'ruth',
    tokensPerDay: 1_200_000,
    contextLimit: 128_000,
    load: 0.6,
  },
  {
    name: 'wren',
    displayName: 'Wren',
    emoji: '🐦',
    title: 'Keeps the catalogue in order',
    model: 'atlas-2-large',
    reportsTo: 'samir',
    tokensPerDay: 2_500_000,
    contextLimit: 200_000,
    load: 0.75,
  },
];

export const LABELS: readonly StoryLabel[] = [
  { name: 'accessibility', color: 'purple' },
  { name: 'app', color: 'blue' },
  { name: 'bug', color: 'red' },
  { name: 'catalogue', color: 'teal' },
  { name: 'chore', color: 'gray' },
  { name: 'idea', color: 'yellow' },
  { name: 'licences', color: 'indigo' },
  { name: 'outreach', color: 'pink' },
  { name: 'patrons', color: 'orange' },
  { name: 'privacy', color: 'green' },
];

export const INITIATIVES: readonly (NewInitiative & { readonly key: Key })[] = [
  {
    key: 'barriers',
    name: 'Borrowing without barriers',
    description:
      'A book is borrowed in less than a minute, by everybody: at home, at the branch desk, by ear, and by somebody who has never used an app.',
    status: 'active',
  },
  {
    key: 'trust',
    name: 'A catalogue people trust',
    description: 'What the catalogue says of a book is true, complete, and written for readers.',
    status: 'active',
  },
];

export const PROJECTS: readonly (Omit<NewProject, 'initiativeId' | 'goalId' | 'targetDate'> & {
  readonly key: Key;
  readonly initiative: Key;
  readonly goal: Key;
  /** In working days from today. */
  readonly due: number;
})[] = [
  {
    key: 'holds',
    title: 'Holds and renewals',
    description:
      'Whoever waits for a book knows for how long, and whoever reads it can keep it a little longer while nobody waits.',
    status: 'in_progress',
    color: '#C2571A',
    initiative: 'barriers',
    goal: 'nine-days',
    due: 18,
  },
  {
    key: 'reader',
    title: 'A reader for everyone',
    description:
      'The reader in the browser works by keyboard, by screen reader, in large type, and on the old tablets that the branches lend.',
    status: 'in_progress',
    color: '#6D4FC4',
    initiative: 'barriers',
    goal: 'by-ear',
    due: 32,
  },
  {
    key: 'catalogue',
    title: 'Catalogue clean-up',
    description:
      'Forty-one thousand records came from three vendors in three shapes. One pass over all of them, then a few every day.',
    status: 'in_progress',
    color: '#1F7A6D',
    initiative: 'trust',
    goal: 'complete',
    due: 9,
  },
];
