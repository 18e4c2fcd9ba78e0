import type { Author } from '@tandem/client';
import { quoted } from './texts.ts';

const KINDS = { human: 'human', agent: 'agent', service: 'service' } as const;

/** Who said something, and what kind of member that is. */
export const by = ({ name, type }: Pick<Author, 'name' | 'type'>): string =>
  `${quoted(name, 64)} (${KINDS[type]})`;

/** A date to the minute; seconds where they matter. */
export const at = (iso: string): string => `${iso.slice(0, 16)}Z`;
export const atSecond = (iso: string): string => `${iso.slice(0, 19)}Z`;
export const day = (iso: string): string => iso.slice(0, 10);
