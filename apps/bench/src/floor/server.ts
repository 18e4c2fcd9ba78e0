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

function listen(app: Express, onStop: () => void): Promise<Listening> {
  return new Promise((resolve) => {
    const server = app.listen(0, '127.0.0.1', () => {
      const stop = () =>
        new Promise<void>((stopped) => {
          server.close(() => {
            onStop();
            stopped();
          });
          server.closeAllConnections();
        });
      resolve({ port: (server.address() as AddressInfo).port, stop });
    });
  });
}
