/** External members that were merged into a person. */
export const mergedMembers = `
ALTER TABLE members ADD COLUMN merged_into TEXT;
CREATE INDEX members_merged ON members (workspace_id, merged_into) WHERE merged_into IS NOT NULL;
`;
