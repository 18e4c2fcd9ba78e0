/** Open questions by asker: the number per agent, and the inbox filtered by asker. */
export const askers = `
CREATE INDEX questions_open_by_asker ON questions (workspace_id, author_id, seq) WHERE status = 'open';
`;
