/** Whether an import created the task. */
export const fromImport = `
ALTER TABLE tasks ADD COLUMN from_import INTEGER NOT NULL DEFAULT 0;
`;
