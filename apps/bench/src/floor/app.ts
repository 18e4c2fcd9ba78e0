import { randomUUID } from 'node:crypto';
import type Database from 'better-sqlite3';
import express, { type Express, type Response } from 'express';
import { readJson } from './body.ts';
import { groupCommit } from './group-commit.ts';
import { named } from './rows.ts';
import * as SQL from './sql.ts';

/**
 * The smallest server that answers these four requests from this schema: no validation, keys, policies, activity or
 * log. The paths are the product's, so that both get the same bytes. The floor has every optimization of the product
 * that isn't a feature: it is a limit, not an excuse.
 */
export function floorApp(database: Database.Database): Express {
  const task = named(database, SQL.TASK);
  const relations = named(database, SQL.RELATIONS);
  const page = named(database, SQL.PAGE);
  const nextNumber = database.prepare(SQL.NEXT_NUMBER).pluck();
  const insertTask = database.prepare(SQL.INSERT_TASK);
  const insertTag = database.prepare(SQL.INSERT_TAG);
  const moveTask = database.prepare(SQL.MOVE_TASK);
  const { ws, creator } = database.prepare(SQL.SOMEONE).get() as { ws: string; creator: string };
  const write = groupCommit(database);

  const read = (number: number): object => ({
    relations: relations.all(ws, number, ws, number),
    ...(task.get(ws, number) as object),
  });

  const create = ({ title, description, priority, tags }: NewTask): object => {
    const number = nextNumber.get(ws);
    const id = randomUUID();
    const now = Date.now();
    insertTask.run(ws, number, id, title, description, priority, creator, JSON.stringify(tags), now, now);
    for (const tag of tags) insertTag.run(ws, tag, number);
    return { id, number, title, description, priority, tags, creator, createdAt: now };
  };

  const transition = (number: number, to: string): object => {
    task.get(ws, number);
    moveTask.run(to, Date.now(), ws, number);
    return read(number);
  };

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');

  app.get('/api/v1/tasks', (req, res) => {
    const limit = Number(req.query.limit) + 1;
    send(res, 200, page.all(ws, Number.MAX_SAFE_INTEGER, limit, ws));
  });
  app.get('/api/v1/tasks/:number', (req, res) => {
    send(res, 200, read(Number(req.params.number)));
  });
  app.post('/api/v1/tasks', async (req, res) => {
    const task = await readJson<NewTask>(req);
    send(res, 201, await write(() => create(task)));
  });
  app.post('/api/v1/tasks/:number/transition', async (req, res) => {
    const { to } = await readJson<{ to: string }>(req);
    send(res, 200, await write(() => transition(Number(req.params.number), to)));
  });
  return app;
}

interface NewTask {
  readonly title: string;
  readonly description: string;
  readonly priority: string;
  readonly tags: readonly string[];
}

function send(res: Response, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  const length = String(Buffer.byteLength(text));
  res.writeHead(status, ['Content-Type', 'application/json; charset=utf-8', 'Content-Length', length]);
  res.end(text);
}
