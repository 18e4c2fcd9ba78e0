import type { Tandem } from '@tandem/client';

/** Serves the tools over standard input and output, until the input ends; resolves then. */
export async function serveMcpOnStdio(tandem: Tandem, version: string): Promise<void> {
  const [{ serveStdio }, { serverFor }] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('./server.ts'),
  ]);
  const served = serveStdio(() => serverFor(tandem, version));
  await new Promise((resolve) => process.stdin.once('end', resolve));
  await served.close();
}
