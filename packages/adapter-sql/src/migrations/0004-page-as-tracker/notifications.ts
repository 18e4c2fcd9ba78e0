/** The kinds of notifications. Only mentions have an index: briefings read the unread ones. */
export const notifications = `
ALTER TABLE notifications ADD COLUMN kind TEXT NOT NULL DEFAULT 'moved';
ALTER TABLE notifications ADD COLUMN comment_id TEXT;
CREATE INDEX notifications_mentions ON notifications (workspace_id, member_id, read_at, seq)
  WHERE kind = 'mentioned';
`;
