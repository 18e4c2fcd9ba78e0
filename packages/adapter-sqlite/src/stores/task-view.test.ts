import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodePorts } from '@tandem/adapter-node';
import { query, TASK_JOINS, TASK_VIEW, type TaskView, taskView } from '@tandem/adapter-sql';
import { createTandem } from '@tandem/core';
import { newTeam } from '@tandem/core/testing/world';
import { sql } from 'kysely';
import { openConnection } from '../engine/sqlite.ts';
import { sqliteStorage } from '../index.ts';

test('a row of the view has the columns of the task and the names of what it refers to', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-view-'));
  const file = join(folder, 'a.db');
  const tandem = createTandem({ storage: sqliteStorage({ file }), ...nodePorts() });
  const { workspaceId, admin: me } = await newTeam(tandem);
  const { id: projectId } = await tandem.projects.create(me, { title: 'P' });
  const all = { description: 'D', effort: 'm', dueDate: 1, tags: ['t'], labels: ['l'], createMissing: true };
  await tandem.tasks.create(me, {
    title: 'A',
    ...all,
    status: 'done',
    assignedTo: 'ada',
    projectId,
  } as never);
  await tandem.tasks.create(me, { title: 'B' });
  await tandem.tasks.create(me, { title: 'C' });
  await tandem.close();

  const writing = openConnection(file, 'writer');
  writing.exec(`UPDATE tasks SET open_blockers = 2, attempts = 3, failures = 4, not_before = 5, back_to = 'b', touched_at = 6,
    started_at = 7, waiting_for = 'w' WHERE number = 1;
    UPDATE tasks SET parent_number = 1 WHERE number = 3`);
  writing.close();
  const on = openConnection(file, 'reader');
  const read = () => sql<TaskView>`SELECT ${TASK_VIEW} FROM tasks t ${TASK_JOINS} ORDER BY t.number`;
  const stored = await query(() => sql<object>`SELECT * FROM tasks ORDER BY number`).all(on, {});
  const rows = await query(read, taskView).all(on, { ws: workspaceId });
  const none = { parent_id: null, parent_title: null, waiting_who: null, waiting_who_id: null, claim: null };
  const named = [
    { assignee_name: 'ada', project_title: 'P', labels: expect.any(String) },
    { assignee_name: null, project_title: null, labels: null },
    { assignee_name: null, project_title: null, labels: null, parent_id: rows[0]?.id, parent_title: 'A' },
  ];
  expect(rows).toEqual(
    stored.map((row, i) => {
      const { usage: _, ...columns } = row as { usage: unknown };
      return { ...columns, ...none, ...named[i] };
    }),
  );
  const rare = await query(read, (values) => values.at(-1) as never).all(on, { ws: workspaceId });
  expect(rare).toEqual([expect.any(String), null, expect.any(String)]);
  on.close();
  rmSync(folder, { recursive: true });
});
