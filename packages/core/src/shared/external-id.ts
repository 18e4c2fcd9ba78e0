import { either, maybe, object, optional, text } from './check.ts';
import { invalid, refuseProblems } from './refusal.ts';
import { bodyProblem, LIMITS, PATTERNS, type Problem, plainUrl, urlProblem } from './text.ts';

/** The identity of an entity in another system. Unique in a workspace per kind of entity (docs/rules.md, External ids). */
export interface ExternalId {
  /** The other system. */
  readonly source: string;
  /** Case-sensitive. */
  readonly id: string;
  /** Where people find it. */
  readonly url?: string | undefined;
}

/** `<source>:<id>`, as stored and as lists are filtered. A source has no colon. */
export type ExternalKey = string;

export const externalKey = ({ source, id }: Pick<ExternalId, 'source' | 'id'>): ExternalKey =>
  `${source}:${id}`;

/** The key of an entity; null without an external id. */
export const externalKeyOf = ({
  externalId,
}: {
  readonly externalId: ExternalId | null;
}): ExternalKey | null => externalId && externalKey(externalId);

/** The identity that a key and a URL were stored for. */
export function externalIdOf(key: ExternalKey, url: string | null): ExternalId {
  const colon = key.indexOf(':');
  const identity = { source: key.slice(0, colon), id: key.slice(colon + 1) };
  return url === null ? identity : { ...identity, url };
}

/** The key in a filter of a list; 400 if it is malformed. */
export function wantedKey(filter: string | undefined): ExternalKey | undefined {
  if (filter === undefined) return undefined;
  const { 'externalId.source': source, 'externalId.id': id } = externalIdProblems(externalIdOf(filter, null));
  if (!filter.includes(':') || source !== undefined || id !== undefined)
    throw invalid({ externalId: 'must be <source>:<id>' });
  return filter;
}

const identity = object<ExternalId>({ source: text, id: text, url: optional(text) });
export const externalIdInput = maybe(identity);

/** A text stands for the id of a source that the use case knows. */
export const externalIdOrText = either(text, identity, 'must be a string, or an object with source and id');

/** The value after an input: null clears it. */
export const changedExternalId = (
  before: ExternalId | null,
  input: ExternalId | null | undefined,
): ExternalId | null => {
  if (input === undefined) return before;
  return input && externalIdOf(externalKey(input), input.url === undefined ? null : plainUrl(input.url));
};

/** The text in the log. */
export const externalIdText = (externalId: ExternalId | null): string | null =>
  externalId && JSON.stringify(externalId);

/** The source of the people of a program that embeds Tandem and signs them in. */
export const HOST_SOURCE = 'host';

/** The identity of a person of the host; a text is an id of the source `host`. 400 if it is malformed. */
export function hostIdentity(externalId: string | ExternalId): ExternalId {
  const identity = typeof externalId === 'string' ? { source: HOST_SOURCE, id: externalId } : externalId;
  refuseProblems(externalIdProblems(identity));
  return identity;
}

/** 400 for a change from or to an id of the host: with another's id, a member could sign in as another person. */
export function checkNotOfHost(before: ExternalId | null, after: ExternalId | null | undefined): void {
  if (after === undefined) return;
  const ofHost = ({ source }: ExternalId) => source === HOST_SOURCE;
  const [from, to] = [before, after].map((each) => (each && ofHost(each) ? each.id : null));
  if (from !== to)
    throw invalid({
      'externalId.source': `must not be ${HOST_SOURCE}: only the program around Tandem sets it`,
    });
}

const sourceProblem = (source: string): Problem =>
  typeof source === 'string' && PATTERNS.externalSource.test(source)
    ? undefined
    : `must be 1 to ${LIMITS.externalSource} lowercase letters, digits, dots, underscores or hyphens`;

export function externalIdProblems(externalId: ExternalId | null | undefined): Record<string, Problem> {
  if (!externalId) return {};
  const { source, id, url } = externalId;
  return {
    'externalId.source': sourceProblem(source),
    'externalId.id': typeof id === 'string' ? bodyProblem(id, LIMITS.externalId) : 'must be a string',
    'externalId.url': urlProblem(url === undefined ? url : plainUrl(url)),
  };
}
