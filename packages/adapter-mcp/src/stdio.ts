import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Tandem } from '@tandem/client';
import { serverFor } from './server.ts';

/** Serves the tools over standard input and output, until the input ends; resolves then. */
export function serveMcpOnStdio(tandem: Tandem, version: string): Promise<void> {
  return new Promise((resolve) => {
    const served = serveStdio(() => serverFor(tandem, version));
    process.stdin.once('end', () => void served.close().then(resolve));
  });
}
