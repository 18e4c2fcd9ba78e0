/** Why a run failed, and what it produced. */
export const attempts = `
ALTER TABLE results ADD COLUMN failure TEXT;
ALTER TABLE results ADD COLUMN artifact TEXT;
`;
