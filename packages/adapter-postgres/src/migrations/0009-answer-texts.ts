/**
 * Long values of stored responses, deduplicated: responses for one resource often share them. Responses refer to them
 * in `long_texts` (JSON), and each value outlives all responses that refer to it.
 */
export const answerTexts = `
ALTER TABLE answers ADD COLUMN long_texts TEXT;

CREATE TABLE answer_texts (
  workspace_id TEXT NOT NULL,
  hash TEXT NOT NULL,
  text TEXT NOT NULL,
  used_at BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, hash)
);
CREATE INDEX answer_texts_by_use ON answer_texts (workspace_id, used_at);
`;
