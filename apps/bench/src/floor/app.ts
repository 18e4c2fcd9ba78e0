import { createHash, randomUUID } from 'node:crypto';
import type Database from 'better-sqlite3';
import express, { type Express, type RequestHandler } from 'express';
import { groupCommit } from './group-commit.ts';
import * as SQL from './sql.ts';

/**
 * A baseline for these four requests, written as the documentation of Express and better-sqlite3 suggests: it looks up
 * the key, but has no validation, policies, events, limits or log. It uses the product's paths, so that both receive
 * the same bytes.
 */
export function floorApp(database: Database.Database): Express {
  const key = database.prepare(SQL.KEY);
  const task = database.prepare(SQL.TASK);
  const relations = database.prepare(SQL.RELATIONS);
  const page = database.prepare(SQL.PAGE);
  const nextNumber = database.prepare(SQL.NEXT_NUMBER).pluck();
  const insertTask = database.prepare(SQL.INSERT_TASK);
  const insertTag = database.prepare(SQL.INSERT_TAG);
  const moveTask = database.prepare(SQL.MOVE_TASK);
  const write = groupCommit(database);

  const authenticate: RequestHandler = (req, res, next) => {
    const secret = req.get('Authorization')?.slice('Bearer '.length) ?? '';
    const hash = createHash('sha256').update(secret).digest('hex');
    const caller = key.get(secret.split('_')[1], hash);
    if (!caller) {
      res.status(401).json({ error: 'Send an API key.' });
      return;
    }
    res.locals.caller = caller;
    next();
  };

  const read = (ws: string, number: number): object | undefined => {
    const found = task.get(ws, number) as object | undefined;
    return found && { relations: relations.all(ws, number, ws, number), ...found };
  };

  const create = ({ ws, creator }: Caller, { title, description, priority, tags }: NewTask): object => {
    const number = nextNumber.get(ws);
    const id = randomUUID();
    const now = Date.now();
    insertTask.run(ws, number, id, title, description, priority, creator, JSON.stringify(tags), now, now);
    for (const tag of tags) insertTag.run(ws, tag, number);
    return { id, number, title, description, priority, tags, creator, createdAt: now };
  };

  const transition = (ws: string, number: number, to: string): object | undefined => {
    moveTask.run(to, Date.now(), ws, number);
    return read(ws, number);
  };

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(authenticate, express.json());

  app.get('/api/v1/tasks', (req, res) => {
    const { ws } = res.locals.caller as Caller;
    res.json(page.all(ws, Number.MAX_SAFE_INTEGER, Number(req.query.limit) + 1, ws));
  });
  app.get('/api/v1/tasks/:number', (req, res) => {
    const found = read((res.locals.caller as Caller).ws, Number(req.params.number));
    if (found) res.json(found);
    else res.status(404).json({ error: 'No such task.' });
  });
  app.post('/api/v1/tasks', async (req, res) => {
    res.status(201).json(await write(() => create(res.locals.caller as Caller, req.body)));
  });
  app.post('/api/v1/tasks/:number/transition', async (req, res) => {
    const { ws } = res.locals.caller as Caller;
    const moved = await write(() => transition(ws, Number(req.params.number), req.body.to));
    if (moved) res.json(moved);
    else res.status(404).json({ error: 'No such task.' });
  });
  return app;
}

interface Caller {
  readonly ws: string;
  readonly creator: string;
}

export interface NewTask {
  readonly title: string;
  readonly description: string;
  readonly priority: string;
  readonly tags: readonly string[];
}
