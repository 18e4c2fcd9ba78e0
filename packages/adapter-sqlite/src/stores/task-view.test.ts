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

test('a row built from values by position equals the one built from column names', async () => {
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
  await tandem.close();

  const writing = openConnection(file, 'writer');
  writing.exec(`UPDATE tasks SET open_blockers = 2, attempts = 3, failures = 4, not_before = 5, back_to = 'b', touched_at = 6,
    started_at = 7, waiting_for = 'w' WHERE number = 1`);
  writing.close();
  const on = openConnection(file, 'reader');
  const read = () => sql<TaskView>`SELECT ${TASK_VIEW} FROM tasks t ${TASK_JOINS} ORDER BY t.number`;
  const byName = await query<object, TaskView>(read).all(on, { ws: workspaceId });
  expect(await query(read, taskView).all(on, { ws: workspaceId })).toEqual(byName);
  expect(byName[0]).toMatchObject({ assignee_name: 'ada', project_title: 'P', labels: expect.any(String) });
  expect(byName[1]).toMatchObject({ assignee_name: null, project_title: null, labels: null });
  on.close();
  rmSync(folder, { recursive: true });
});
