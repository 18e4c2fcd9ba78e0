import { createApp, createFetch, type FetchOptions, type HttpOptions } from '@tandem/adapter-express';

export { createHttpServer, type FetchOptions, type HttpOptions } from '@tandem/adapter-express';

/** The HTTP API, and with `web` the page, as an Express app to mount. */
export const express = (
  tandem: HttpOptions['tandem'],
  options: Omit<HttpOptions, 'tandem'> = {},
): ReturnType<typeof createApp> => createApp({ ...options, tandem });

/** The same as a function of the Fetch API, for Hono, Next.js, Bun or Deno. */
export const handler = (
  tandem: FetchOptions['tandem'],
  options: Omit<FetchOptions, 'tandem'> = {},
): ReturnType<typeof createFetch> => createFetch({ ...options, tandem });
