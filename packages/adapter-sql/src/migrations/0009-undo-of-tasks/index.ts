/** The number of the task that an imported record became, or that it belongs to. `deleted = 2`: left out of exports. */
export const undoOfTasks = `
ALTER TABLE import_items ADD COLUMN task_number INTEGER;
CREATE INDEX import_items_of_task ON import_items (workspace_id, created_in, task_number, type)
  WHERE created_in IS NOT NULL AND task_number IS NOT NULL;
CREATE INDEX imports_by_source ON imports (workspace_id, source, state);
`;
