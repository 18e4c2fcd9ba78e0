/** People of other trackers who were never invited. */
export const externalMembers = `
ALTER TABLE members ADD COLUMN external INTEGER NOT NULL DEFAULT 0;
`;
