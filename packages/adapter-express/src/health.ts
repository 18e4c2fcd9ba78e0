import type { Tandem } from '@tandem/core';
import type { RequestHandler } from 'express';
import type { Backpressure } from './http/backpressure.ts';

/** What the process measures of itself, in the form that a scraper asks for. */
export interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
}

/** What the operator's tools ask the process, by path (docs/rules.md, Operator); no key is needed. */
export function health(
  tandem: Tandem,
  metrics: Metrics | undefined,
  backpressure: Backpressure,
): Record<string, RequestHandler> {
  return {
    /** The process lives. */
    '/healthz': (_req, res) => void res.json({ status: 'ok' }),
    /** The database answers and its schema is in. */
    '/readyz': async (_req, res) => {
      await tandem.ping();
      res.json({ status: 'ready' });
    },
    ...(metrics && {
      '/metrics': async (_req, res) => {
        const text = await metrics.text();
        res.setHeader('Content-Type', metrics.contentType).end(text);
        backpressure.given(res, Buffer.byteLength(text));
      },
    }),
  };
}
