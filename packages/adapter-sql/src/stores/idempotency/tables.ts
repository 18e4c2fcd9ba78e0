import { integer, nullable, table, text } from '../../table.ts';

/** Stored responses of requests with an idempotency key. */
export const answers = table(['workspace_id', 'caller_id', 'key', 'request'], {
  workspace_id: text,
  caller_id: text,
  key: text,
  request: text,
  payload_hash: text,
  status: integer,
  /** JSON without `long_texts`; NULL for an empty response and for one that is shown only once. */
  body: nullable(text),
  created_at: integer,
  /** JSON: the paths of long values in `body`, each with its `hash` or its number in the payload. */
  long_texts: nullable(text),
});

/** Long values of stored responses, by SHA-256. */
export const answerTexts = table(['workspace_id', 'hash'], {
  workspace_id: text,
  hash: text,
  text: text,
  used_at: integer,
});
