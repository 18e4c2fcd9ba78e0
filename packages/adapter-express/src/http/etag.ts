import { hash } from 'node:crypto';
import { invalid } from '@tandem/core';

/** 132 bits, enough to rule out collisions. */
const DIGITS = 22;

/** The strong ETag of a JSON text. */
export const tagOf = (text: string): string => `"${hash('sha256', text, 'base64url').slice(0, DIGITS)}"`;

/** The tags in a header, or `*` for all. */
export type Tags = '*' | readonly string[];

const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

/** Null for an invalid list of ETags. */
export function tagsIn(header: string): Tags | null {
  if (header.trim() === '*') return '*';
  const tags = header.match(TAG) ?? [];
  const between = header.replace(TAG, '');
  return tags.length > 0 && /^[\s,]*$/.test(between) ? tags : null;
}

/**
 * The tags in `If-Match`. 400 for an invalid list: it would never match, and the client would not learn why.
 */
export function matchedTags(header: string): Tags {
  const tags = tagsIn(header);
  if (tags) return tags;
  throw invalid({ 'If-Match': 'must be * or ETags in double quotes, with commas between' });
}

/** Whether the tags allow a change. Weak tags never match, since they do not identify an exact state. */
export const isNamed = (tags: Tags, tag: string): boolean => tags === '*' || tags.includes(tag);

/** Whether `If-None-Match` contains a tag, weak or strong. An invalid list matches nothing. */
export function isKnown(header: string, tag: string): boolean {
  const tags = tagsIn(header);
  return tags === '*' || (tags?.some((each) => each === tag || each === `W/${tag}`) ?? false);
}
