import { type ErrorCode, type Operation, statusOf } from '@tandem/contract';
import type { Answer } from './client.ts';

type Shown = Pick<Answer, 'status' | 'body' | 'text' | 'headers'>;

/** The response to a multipart request with one part, as if that part were the whole request. */
export function asWhole<Given extends Shown>({ inParts }: Operation, answer: Given): Given {
  const [only, ...others] =
    (inParts && answer.status === 200 && (answer.body.data ?? answer.body.results)) || [];
  if (!only?.error || others.length > 0) return answer;
  const { fields, ...error } = only.error as { code: ErrorCode; fields?: object };
  const within = Object.entries(fields ?? {}).map(([field, problems]) => [
    `${answer.body.data ? 'answers' : 'operations'}.0.${field}`,
    problems,
  ]);
  const body = { error: { ...error, ...(fields && { fields: Object.fromEntries(within) }) } };
  const { etag: _, ...headers } = answer.headers;
  return { ...answer, headers, status: statusOf(error.code), body, text: JSON.stringify(body) };
}
