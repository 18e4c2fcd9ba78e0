/**
 * What an import needs to keep task numbers and to be undone. An item's `seq` orders the entities that `created_in`
 * created; `undo` has what was removed and kept so far.
 */
export const undo = `
ALTER TABLE imports ADD COLUMN numbers_after INTEGER NOT NULL DEFAULT 0;
ALTER TABLE imports ADD COLUMN undo TEXT;
ALTER TABLE import_items ADD COLUMN created_in TEXT;
ALTER TABLE import_items ADD COLUMN seq INTEGER NOT NULL DEFAULT 0;
UPDATE import_items SET created_in = import_id WHERE created = 1;
CREATE INDEX import_items_created_in ON import_items (workspace_id, created_in, seq) WHERE created_in IS NOT NULL;
`;
