import type { Author } from '@tandem/client';
import { quoted } from './texts.ts';

const KINDS = { human: 'human', agent: 'agent', service: 'service' } as const;

/** The name and kind of a member. */
export const by = ({ name, type }: Pick<Author, 'name' | 'type'>): string =>
  `${quoted(name, 64)} (${KINDS[type]})`;

/** A time to the minute; `atSecond` is for deadlines. */
export const at = (iso: string): string => `${iso.slice(0, 16)}Z`;
export const atSecond = (iso: string): string => `${iso.slice(0, 19)}Z`;
export const day = (iso: string): string => iso.slice(0, 10);
