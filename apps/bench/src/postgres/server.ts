import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig, startServer } from '@tandem/server';
import { measuredServer } from '../measured-server.ts';
import { countTrips } from './trips.ts';

// The server as users run it, on a database that several may share or in a separate folder.
measuredServer(async (place) => {
  const trips = countTrips();
  const isShared = place.startsWith('postgres');
  const server = await startServer(
    readConfig({
      TANDEM_DATA_DIR: isShared ? mkdtempSync(join(tmpdir(), 'tandem-bench-')) : place,
      TANDEM_DATABASE_URL: isShared ? place : '',
      TANDEM_PORT: '0',
      TANDEM_RATE_LIMIT: '1000000',
      TANDEM_LOG_LEVEL: 'error',
    }),
  );
  return { port: server.port, trips, stop: () => server.stop() };
});
