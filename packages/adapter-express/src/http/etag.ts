import { hash } from 'node:crypto';
import { invalid } from '@tandem/core';

/** 132 bits: nobody finds two texts of one tag. */
const DIGITS = 22;

/** The strong ETag of what is shown as JSON: whatever changes in it changes the tag. */
export const tagOf = (text: string): string => `"${hash('sha256', text, 'base64url').slice(0, DIGITS)}"`;

/** The tags that a header names, or all. */
export type Tags = '*' | readonly string[];

const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

/** Null for what is no list of ETags. */
export function tagsIn(header: string): Tags | null {
  if (header.trim() === '*') return '*';
  const tags = header.match(TAG) ?? [];
  const between = header.replace(TAG, '');
  return tags.length > 0 && /^[\s,]*$/.test(between) ? tags : null;
}

/** The tags in `If-Match`; 400 for what is none: it would never match, and the client would not learn why. */
export function matchedTags(header: string): Tags {
  const tags = tagsIn(header);
  if (tags) return tags;
  throw invalid({ 'If-Match': 'must be * or ETags in double quotes, with commas between' });
}

/** Whether a change may be made: a weak tag names no state exactly. */
export const isNamed = (tags: Tags, tag: string): boolean => tags === '*' || tags.includes(tag);

/** Whether `If-None-Match` names a tag, weakly or not; what is no list of tags names none. */
export function isKnown(header: string, tag: string): boolean {
  const tags = tagsIn(header);
  return tags === '*' || (tags?.some((each) => each === tag || each === `W/${tag}`) ?? false);
}
