/**
 * Long values of stored responses, each once: many responses of one resource share them. A response refers to them by
 * `long_texts`, JSON, and they outlive every response that does.
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
