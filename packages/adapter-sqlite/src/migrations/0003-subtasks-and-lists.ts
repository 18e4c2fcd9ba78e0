/** Maintains the repeated status of metadata. A task without any has no rows to look for. */
export const subtasksAndLists = `
CREATE TRIGGER task_metadata_moved AFTER UPDATE OF status, archived ON tasks
WHEN NEW.metadata IS NOT NULL AND (OLD.status <> NEW.status OR OLD.archived <> NEW.archived) BEGIN
  UPDATE task_metadata SET status = NEW.status, archived = NEW.archived
  WHERE workspace_id = NEW.workspace_id AND number = NEW.number;
END;
`;
