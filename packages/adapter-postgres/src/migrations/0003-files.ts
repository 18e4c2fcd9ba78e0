/** Files, results, agents' questions, and the inbox. */
export const files = `
CREATE TABLE files (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  id TEXT NOT NULL,
  file_name TEXT NOT NULL,
  mime_type TEXT NOT NULL,
  size BIGINT NOT NULL,
  sha256 TEXT NOT NULL,
  uploader_id TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX files_by_id ON files (id);

CREATE TABLE attachments (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  seq BIGINT NOT NULL,
  number BIGINT NOT NULL,
  file_id TEXT NOT NULL,
  author_id TEXT NOT NULL,
  author_type TEXT NOT NULL,
  author_name TEXT NOT NULL,
  author_display_name TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, number) REFERENCES tasks (workspace_id, number) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, file_id) REFERENCES files (workspace_id, id)
);
CREATE INDEX attachments_in_order ON attachments (workspace_id, number, seq);
CREATE UNIQUE INDEX attachments_by_file ON attachments (workspace_id, file_id, number);

CREATE TABLE results (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  seq BIGINT NOT NULL,
  number BIGINT NOT NULL,
  outcome TEXT NOT NULL,
  summary TEXT NOT NULL,
  evidence TEXT NOT NULL,
  usage TEXT,
  author_id TEXT NOT NULL,
  author_type TEXT NOT NULL,
  author_name TEXT NOT NULL,
  author_display_name TEXT NOT NULL,
  behind TEXT,
  return_to TEXT,
  attempt BIGINT NOT NULL,
  part TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  review TEXT,
  reviewer_id TEXT,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, number) REFERENCES tasks (workspace_id, number) ON DELETE CASCADE
);
CREATE INDEX results_in_order ON results (workspace_id, number, seq);
CREATE INDEX results_by_part ON results (workspace_id, number, part, seq);
CREATE INDEX results_by_outcome ON results (workspace_id, number, outcome, created_at);

CREATE TABLE result_files (
  workspace_id TEXT NOT NULL,
  result_id TEXT NOT NULL,
  file_id TEXT NOT NULL,
  number BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, result_id, file_id),
  FOREIGN KEY (workspace_id, result_id) REFERENCES results (workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, file_id) REFERENCES files (workspace_id, id)
);
CREATE INDEX result_files_by_file ON result_files (workspace_id, file_id, number);

CREATE TABLE questions (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  seq BIGINT NOT NULL,
  number BIGINT NOT NULL,
  kind TEXT NOT NULL,
  text TEXT NOT NULL,
  options TEXT NOT NULL,
  by_default TEXT,
  due_at BIGINT,
  to_id TEXT,
  author_id TEXT NOT NULL,
  author_type TEXT NOT NULL,
  author_name TEXT NOT NULL,
  author_display_name TEXT NOT NULL,
  blocking BIGINT NOT NULL,
  return_to TEXT,
  status TEXT NOT NULL,
  answer TEXT,
  answered_by TEXT,
  created_at BIGINT NOT NULL,
  closed_at BIGINT,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, number) REFERENCES tasks (workspace_id, number) ON DELETE CASCADE
);
CREATE INDEX questions_by_status ON questions (workspace_id, status, seq);
CREATE INDEX questions_of_task ON questions (workspace_id, number, status, seq);
CREATE INDEX questions_to ON questions (workspace_id, to_id, status, seq);
CREATE INDEX questions_due ON questions (due_at) WHERE status = 'open' AND due_at IS NOT NULL;

CREATE TABLE inbox (
  workspace_id TEXT NOT NULL,
  person_id TEXT NOT NULL,
  seq BIGINT NOT NULL,
  kind TEXT NOT NULL,
  ref TEXT NOT NULL,
  since BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, person_id, seq)
);
CREATE INDEX inbox_by_kind ON inbox (workspace_id, person_id, kind, seq);
CREATE INDEX inbox_by_ref ON inbox (workspace_id, kind, ref);
`;
