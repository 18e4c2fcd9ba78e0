import type { Tandem } from '@tandem/core';
import type { RequestHandler } from 'express';
import type { Build } from './build.ts';
import type { Backpressure } from './http/backpressure.ts';

/** Metrics of the process, in the format that a scraper expects. */
export interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
}

export interface HealthOptions {
  readonly build?: Build | undefined;
  /** Serves `/metrics`; without it that path does not exist. */
  readonly metrics?: Metrics | undefined;
  /** Throws a `Refusal` while the server is not ready for a reason besides its storage. */
  readonly ready?: (() => Promise<void>) | undefined;
}

/** The operator's endpoints by path (docs/rules.md, Operator); they need no key. */
export function health(
  tandem: Tandem,
  { build, metrics, ready }: HealthOptions,
  backpressure: Backpressure,
): Record<string, RequestHandler> {
  return {
    /** Liveness: the process runs. */
    '/healthz': (_req, res) => void res.json({ status: 'ok', ...build }),
    /** Readiness: the database responds, its schema is usable, and `ready` agrees. */
    '/readyz': async (_req, res) => {
      await Promise.all([tandem.ping(), ready?.()]);
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
