import {
  ARTIFACT_KINDS,
  type Artifact,
  CALLER_TYPES,
  CRITERION_STATUSES,
  type CriterionCheck,
  type Evidence,
  FAILURE_CLASSES,
  type Failure,
  OUTCOMES,
  RESULT_PARTS,
  type Review,
  VERDICTS,
} from '@tandem/core';
import {
  isAuthor,
  isBoolean,
  isCount,
  isDate,
  isObjectOf,
  isObjects,
  isOneOf,
  isText,
  isTextOrNull,
  isTexts,
  optional,
} from '../../columns.ts';
import {
  count,
  flag,
  integer,
  jsonOf,
  listOf,
  moment,
  nullable,
  numbers,
  table,
  text,
  word,
} from '../../table.ts';
import { AUTHORED } from '../access/authors.ts';

const maybeText = optional(isText);
const evidence = listOf('evidence', (value): value is Evidence[] =>
  isObjects(value, {
    criterionId: maybeText,
    text: maybeText,
    url: maybeText,
    fileId: maybeText,
    command: maybeText,
    output: maybeText,
    exitCode: optional(Number.isInteger),
  }),
);

export const artifact = jsonOf('artifact', (value): value is Artifact =>
  isObjectOf(value, {
    kind: isOneOf(ARTIFACT_KINDS),
    repository: isText,
    commit: isText,
    branch: maybeText,
    base: maybeText,
  }),
);

export const failure = jsonOf('failure', (value): value is Failure =>
  isObjectOf(value, { class: isOneOf(FAILURE_CLASSES), message: isText }),
);

const review = jsonOf('review', (value): value is Review =>
  isObjectOf(value, {
    id: isText,
    verdict: isOneOf(VERDICTS),
    comment: isTextOrNull,
    override: (override) => override === undefined || isTextOrNull(override),
    criteria: (criteria) => isObjects(criteria, { id: isText, status: isText, comment: isTextOrNull }),
    reviewer: isAuthor,
    createdAt: isDate,
  }),
);

const check = jsonOf('check', (value): value is CriterionCheck =>
  isObjectOf(value, {
    command: isText,
    timeoutSeconds: isCount,
    protect: isTexts,
    proposed: isBoolean,
  }),
);

/** The author set the current status. */
export const criteria = table(['workspace_id', 'number', 'position'], {
  workspace_id: text,
  number: integer,
  position: integer,
  id: text,
  text: text,
  status: word(CRITERION_STATUSES),
  evidence,
  proven: flag,
  author_id: nullable(text),
  author_type: nullable(word(CALLER_TYPES)),
  author_name: nullable(text),
  author_display_name: nullable(text),
  at: nullable(moment),
  check_: nullable(check),
});

export const results = table(['workspace_id', 'id'], {
  workspace_id: text,
  id: text,
  seq: integer,
  number: integer,
  outcome: word(OUTCOMES),
  summary: text,
  evidence,
  artifact: nullable(artifact),
  failure: nullable(failure),
  usage: nullable(numbers),
  ...AUTHORED,
  behind: nullable(text),
  return_to: nullable(text),
  attempt: count,
  part: word(RESULT_PARTS),
  created_at: moment,
  /** With the reviewer's name at that time. */
  review: nullable(review),
  reviewer_id: nullable(text),
  /** When a review accepted it although proof was missing. */
  overridden_at: nullable(moment),
});

/** Files named in the evidence of results. */
export const resultFiles = table(['workspace_id', 'result_id', 'file_id'], {
  workspace_id: text,
  result_id: text,
  file_id: text,
  number: integer,
});
