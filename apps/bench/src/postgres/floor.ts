import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import pg from 'pg';
import type { NewTask } from '../floor/app.ts';
import { measuredServer } from '../measured-server.ts';
import * as SQL from './floor-sql.ts';
import { countTrips } from './trips.ts';

/*
 * The least that answers the same requests from the same tables: a bare Express server with pg's own pool, prepared
 * statements and a transaction for each request, and nothing else. A create locks the head of its workspace, as any must
 * that numbers tasks without gaps.
 */

pg.types.setTypeParser(20, Number);

const CONNECTIONS = 16;

measuredServer(async (url) => {
  const trips = countTrips();
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
  const names = new Map<string, string>();
  const nameOf = (text: string) => {
    const name = names.get(text) ?? `f${names.size}`;
    names.set(text, name);
    return name;
  };
  type Run = (text: string, ...values: readonly unknown[]) => Promise<Record<string, unknown>[]>;
  const transaction = async <T>(work: (run: Run) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    const run: Run = async (text, ...values) =>
      (await client.query({ name: nameOf(text), text, values: [...values] })).rows;
    try {
      await run('BEGIN');
      const done = await work(run);
      await run('COMMIT');
      return done;
    } finally {
      client.release();
    }
  };
  const workspaceOf = new Map<string, { ws: string; creator: string }>();
  /** Which workspace a key is of: looked up once. */
  const workspace = async (authorization: string | undefined) => {
    const id = /_([0-9A-Z]{26})/i.exec(authorization ?? '')?.[1] ?? '';
    const known = workspaceOf.get(id);
    if (known) return known;
    const { rows } = await pool.query(SQL.WORKSPACE_OF_KEY, [`%${id}%`]);
    workspaceOf.set(id, rows[0]);
    return rows[0] as { ws: string; creator: string };
  };

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(express.json());
  const read = async (run: Run, ws: string, number: number) => {
    const [task] = await run(SQL.TASK, ws, number);
    return { relations: await run(SQL.RELATIONS, ws, number), ...task };
  };
  app.get('/api/v1/tasks', async (req, res) => {
    const { ws } = await workspace(req.headers.authorization);
    res.json(
      await transaction((run) => run(SQL.PAGE, ws, Number.MAX_SAFE_INTEGER, Number(req.query.limit) + 1)),
    );
  });
  app.get('/api/v1/tasks/:number', async (req, res) => {
    const { ws } = await workspace(req.headers.authorization);
    res.json(await transaction((run) => read(run, ws, Number(req.params.number))));
  });
  app.post('/api/v1/tasks', async (req, res) => {
    const { ws, creator } = await workspace(req.headers.authorization);
    const { title, description, priority, tags } = req.body as NewTask;
    const made = await transaction(async (run) => {
      const [head] = await run(SQL.NEXT_NUMBER, ws);
      const number = head?.task;
      const id = randomUUID();
      const now = Date.now();
      await run(
        SQL.INSERT_TASK,
        ws,
        number,
        id,
        title,
        description,
        priority,
        creator,
        JSON.stringify(tags),
        now,
      );
      for (const tag of tags) await run(SQL.INSERT_TAG, ws, tag, number);
      return { id, number, title, description, priority, tags, creator, createdAt: now };
    });
    res.status(201).json(made);
  });
  app.post('/api/v1/tasks/:number/transition', async (req, res) => {
    const { ws } = await workspace(req.headers.authorization);
    const number = Number(req.params.number);
    const { to } = req.body as { to: string };
    const moved = await transaction(async (run) => {
      await run(SQL.LOCK, ws);
      await run(SQL.TASK, ws, number);
      await run(SQL.MOVE_TASK, to, Date.now(), ws, number);
      return read(run, ws, number);
    });
    res.json(moved);
  });

  const server = createServer(app);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    trips,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await pool.end();
    },
  };
});
