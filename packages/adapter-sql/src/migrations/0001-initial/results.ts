/**
 * Files, results, agents' questions, and the inbox. The inbox has one row per person addressed; '' is everyone. All rows
 * of one entry share a seq, which gives its position.
 */
export const results = `
CREATE TABLE files (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  id TEXT NOT NULL,
  file_name TEXT NOT NULL,
  mime_type TEXT NOT NULL,
  size INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  uploader_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id)
) STRICT;
CREATE INDEX files_by_id ON files (id);

CREATE TABLE attachments (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  number INTEGER NOT NULL,
  file_id TEXT NOT NULL,
  author_id TEXT NOT NULL,
  author_type TEXT NOT NULL,
  author_name TEXT NOT NULL,
  author_display_name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, number) REFERENCES tasks (workspace_id, number) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, file_id) REFERENCES files (workspace_id, id)
) STRICT;
CREATE INDEX attachments_in_order ON attachments (workspace_id, number, seq);
CREATE UNIQUE INDEX attachments_by_file ON attachments (workspace_id, file_id, number);

CREATE TABLE results (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  number INTEGER NOT NULL,
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
  attempt INTEGER NOT NULL,
  part TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  review TEXT,
  reviewer_id TEXT,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, number) REFERENCES tasks (workspace_id, number) ON DELETE CASCADE
) STRICT;
CREATE INDEX results_in_order ON results (workspace_id, number, seq);
CREATE INDEX results_by_part ON results (workspace_id, number, part, seq);
CREATE INDEX results_by_outcome ON results (workspace_id, number, outcome, created_at);

CREATE TABLE result_files (
  workspace_id TEXT NOT NULL,
  result_id TEXT NOT NULL,
  file_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, result_id, file_id),
  FOREIGN KEY (workspace_id, result_id) REFERENCES results (workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, file_id) REFERENCES files (workspace_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX result_files_by_file ON result_files (workspace_id, file_id, number);

CREATE TABLE questions (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  number INTEGER NOT NULL,
  kind TEXT NOT NULL,
  text TEXT NOT NULL,
  options TEXT NOT NULL,
  by_default TEXT,
  due_at INTEGER,
  to_id TEXT,
  author_id TEXT NOT NULL,
  author_type TEXT NOT NULL,
  author_name TEXT NOT NULL,
  author_display_name TEXT NOT NULL,
  blocking INTEGER NOT NULL,
  return_to TEXT,
  status TEXT NOT NULL,
  answer TEXT,
  answered_by TEXT,
  created_at INTEGER NOT NULL,
  closed_at INTEGER,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, number) REFERENCES tasks (workspace_id, number) ON DELETE CASCADE
) STRICT;
CREATE INDEX questions_by_status ON questions (workspace_id, status, seq);
CREATE INDEX questions_of_task ON questions (workspace_id, number, status, seq);
CREATE INDEX questions_to ON questions (workspace_id, to_id, status, seq);
CREATE INDEX questions_due ON questions (due_at) WHERE status = 'open' AND due_at IS NOT NULL;
CREATE INDEX questions_open_by_asker ON questions (workspace_id, author_id, seq) WHERE status = 'open';

CREATE TABLE inbox (
  workspace_id TEXT NOT NULL,
  person_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  kind TEXT NOT NULL,
  ref TEXT NOT NULL,
  since INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, person_id, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX inbox_by_kind ON inbox (workspace_id, person_id, kind, seq);
CREATE INDEX inbox_by_ref ON inbox (workspace_id, kind, ref);
`;
