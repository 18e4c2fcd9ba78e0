/** Runs a query and returns its rows. */
export type Rows = <Row>(sql: string, ...parameters: readonly unknown[]) => Row[];

/** There is one workspace; every index starts with it. */
export const HERE = 'workspace_id = (SELECT id FROM workspaces)';
