import { readConfig, startServer } from '@tandem/server';
import { measuredServer } from '../measured-server.ts';

// The server as users run it, on any free port. The limit on requests counts them, but is never reached.
measuredServer((folder) =>
  startServer(readConfig({ TANDEM_DATA_DIR: folder, TANDEM_PORT: '0', TANDEM_RATE_LIMIT: '1000000' })),
);
