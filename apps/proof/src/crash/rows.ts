/** Asks the database; what it finds comes as rows. */
export type Rows = <Row>(sql: string, ...parameters: readonly unknown[]) => Row[];

/** There is one workspace; every index leads with it. */
export const HERE = 'workspace_id = (SELECT id FROM workspaces)';
