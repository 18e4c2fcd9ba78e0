import pg from 'pg';

/** PostgreSQL's messages while it starts, or recovers from the kill of one of its processes. */
const COMING_BACK = '57P03';

async function connected(url: string): Promise<pg.Client> {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client(url);
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if ((error as { code?: string }).code !== COMING_BACK || tries > 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** The rows of a query, on a separate connection. */
export async function rowsOf<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = await connected(url);
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Invariants that hold after any loss: each query finds nothing if the log of a workspace is consistent. */
const NEVER: Readonly<Record<string, string>> = {
  'a gap in the log, or a head that is not at its last event': `
    SELECT h.workspace_id FROM heads h LEFT JOIN events e USING (workspace_id) GROUP BY 1, h.event
    HAVING count(e.seq) <> h.event OR coalesce(max(e.seq), 0) <> h.event`,
  'a gap in the numbers of tasks, or a head that is not at the last': `
    SELECT h.workspace_id FROM heads h LEFT JOIN tasks t USING (workspace_id) GROUP BY 1, h.task
    HAVING count(t.number) <> h.task OR coalesce(max(t.number), 0) <> h.task`,
  'a task without exactly one event of its creation': `
    SELECT t.number FROM tasks t LEFT JOIN events e ON e.workspace_id = t.workspace_id
      AND e.entity_type = 'task' AND e.entity_id = t.id AND e.action = 'created'
    GROUP BY t.number HAVING count(e.seq) <> 1`,
};

/** The problems in the numbers of a database without deletions; a sentence each. */
export async function numberProblems(url: string): Promise<string[]> {
  const problems: string[] = [];
  for (const [what, sql] of Object.entries(NEVER)) {
    const found = await rowsOf(url, sql);
    if (found.length > 0) problems.push(`${what}: ${JSON.stringify(found.slice(0, 3))}`);
  }
  return problems;
}

/** The titles of all tasks. */
export const titlesIn = async (url: string): Promise<string[]> =>
  (await rowsOf<{ title: string }>(url, 'SELECT title FROM tasks')).map(({ title }) => title);
