import type { Author } from '../access/author.ts';
import type { File } from '../files/file.ts';
import { entryProblems } from '../shared/entries.ts';
import { codePoints, LIMITS, nameProblem, PATTERNS, type Problem, textProblem } from '../shared/text.ts';

export interface Suggestion {
  readonly id: string;
  readonly kind: string;
  readonly text: string;
}

export interface MessageFile {
  readonly fileId: string;
  readonly fileName: string;
  readonly mimeType: string;
  readonly size: number;
}

export const asMessageFile = ({ id, fileName, mimeType, size }: File): MessageFile => ({
  fileId: id,
  fileName,
  mimeType,
  size,
});

export const MESSAGE_ROLES = ['human', 'assistant'] as const;

/** docs/rules.md, Messages. */
export interface Message {
  readonly id: string;
  readonly chatId: string;
  readonly role: (typeof MESSAGE_ROLES)[number];
  readonly body: string;
  /** A member's current name; for a service, its name at the time. */
  readonly author: Author;
  readonly clientMessageId: string | null;
  readonly turnId: string | null;
  readonly suggestions: readonly Suggestion[];
  readonly attachments: readonly MessageFile[];
  readonly createdAt: number;
}

/** A message from a person. */
export interface NewMessage {
  readonly body: string;
  readonly clientMessageId?: string | null | undefined;
  readonly fileIds?: readonly string[] | undefined;
  readonly sourceMessageId?: string | undefined;
  readonly sourceSuggestionId?: string | undefined;
}

/** A message of 1 to `max` characters; may be empty only if it has files. */
export function bodyProblem(body: string, fileIds: readonly string[] | undefined, max: number): Problem {
  if (body.trim() === '' && !fileIds?.length) return 'must not be blank unless fileIds are given';
  return textProblem(body, max);
}

export const filesProblem = (fileIds: readonly string[] | undefined): Problem =>
  (fileIds?.length ?? 0) > LIMITS.filesPerMessage
    ? `must be at most ${LIMITS.filesPerMessage} files`
    : undefined;

export function suggestionsProblems(
  suggestions: readonly { kind: string; text: string }[] | undefined,
): Record<string, Problem> {
  if (suggestions && suggestions.length > LIMITS.suggestions) {
    return { suggestions: `must be at most ${LIMITS.suggestions} suggestions` };
  }
  return entryProblems('suggestions', suggestions, ({ kind, text }) => ({
    kind: PATTERNS.suggestionKind.test(kind)
      ? undefined
      : 'must be up to 40 lower-case letters, digits and underscores, starting with a letter',
    text: nameProblem(text, LIMITS.suggestion) ?? textProblem(text, LIMITS.suggestion),
  }));
}

export function keyProblem(key: string | null | undefined): Problem {
  if (key === undefined || key === null) return undefined;
  if (key.trim() === '') return 'must not be blank';
  return codePoints(key) > LIMITS.idempotencyKey
    ? `must be at most ${LIMITS.idempotencyKey} characters`
    : textProblem(key, LIMITS.idempotencyKey);
}
