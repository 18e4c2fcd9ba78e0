import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Database from 'better-sqlite3';
import type { Express } from 'express';
import { type Listening, measuredServer } from '../measured-server.ts';
import { databaseIn } from '../seed.ts';
import { floorApp } from './app.ts';

measuredServer(async (folder) => {
  const database = openDurably(databaseIn(folder));
  return listen(floorApp(database), () => database.close());
});

/** With the settings of the product (adapter-sqlite: sqlite.ts): a commit is on disk when it returns. */
function openDurably(file: string): Database.Database {
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  database.pragma('temp_store = MEMORY');
  database.pragma('cache_size = -65536');
  database.pragma('wal_autocheckpoint = 4000');
  return database;
}

/**
 * Express sets the prototype of each request and response, which costs more than half of a request on Node 20. The
 * floor avoids it as the product does: it creates them with that prototype.
 */
function listen(app: Express, onStop: () => void): Promise<Listening> {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  app.request = AppRequest.prototype as typeof app.request;
  app.response = AppResponse.prototype as typeof app.response;
  const server = createServer({ IncomingMessage: AppRequest, ServerResponse: AppResponse }, app);

  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => {
        onStop();
        resolve();
      });
      server.closeAllConnections();
    });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve({ port: (server.address() as AddressInfo).port, stop }));
  });
}
