import { Histogram, Registry } from 'prom-client';
import { requestTimes } from './request-times.ts';

test('request times are exported in the format of a prom-client histogram', async () => {
  const [registry, theirs] = [new Registry(), new Registry()];
  const ours = requestTimes(registry);
  const histogram = new Histogram({
    name: 'tandem_request_duration_seconds',
    help: 'Duration of requests by operation and status; operation none is any other path',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [theirs],
  });
  const observed: [string, number, number][] = [
    ['tasks.get', 200, 0.0004],
    ['tasks.get', 200, 0.001],
    ['tasks.get', 404, 0.0011],
    ['none', 404, 30],
    ['chats.turn', 200, 30.5],
  ];
  for (const [operation, status, seconds] of observed) {
    ours.observe(operation, status, seconds);
    histogram.observe({ operation, status }, seconds);
  }
  expect(await registry.metrics()).toBe(await theirs.metrics());
});
