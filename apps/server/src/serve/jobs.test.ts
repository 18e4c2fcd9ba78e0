import { createTandem } from '@tandem/core';
import { inMemoryStorage } from '@tandem/core/in-memory';
import { nodePorts } from '@tandem/core/node';
import { startJobs } from './jobs.ts';

const DAYS = { telemetry: 30, notifications: 90, idempotencyKeys: 90, events: 30 };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A server whose leadership is switchable, and the cleanup runs that its jobs have started. */
function someServer() {
  const lead = { mine: true, fails: false };
  const looks = { leases: 0, telemetry: 0 };
  const errors: unknown[] = [];
  const storage = inMemoryStorage();
  const tandem = createTandem({
    ...nodePorts(),
    storage: {
      ...storage,
      leads: async () => {
        if (lead.fails) throw new Error('The database is away.');
        return lead.mine;
      },
    },
  });
  const counting = {
    ...tandem,
    claims: { ...tandem.claims, tidy: async () => void looks.leases++ },
    monitoring: { ...tandem.monitoring, forgetTelemetry: async () => ++looks.telemetry },
  };
  const start = () => startJobs({ tandem: counting, days: DAYS, onError: (error) => errors.push(error) });
  return { lead, looks, errors, start };
}

test('jobs run on the leader, at once and then at their intervals', async () => {
  const { looks, start } = someServer();
  const end = start();
  await pause(1_500);
  await end();
  expect(looks).toEqual({ leases: 2, telemetry: 1 });
  await pause(1_100);
  expect(looks).toEqual({ leases: 2, telemetry: 1 });
});

test('jobs start within a second on a new leader, and end on the previous one', async () => {
  const { lead, looks, start } = someServer();
  lead.mine = false;
  const end = start();
  await pause(500);
  expect(looks).toEqual({ leases: 0, telemetry: 0 });
  lead.mine = true;
  await pause(1_000);
  expect(looks).toEqual({ leases: 1, telemetry: 1 });
  lead.mine = false;
  await pause(1_000);
  expect(looks).toEqual({ leases: 1, telemetry: 1 });
  await end();
});

test('jobs continue after a time without a known leader', async () => {
  const { lead, looks, errors, start } = someServer();
  lead.fails = true;
  const end = start();
  await pause(500);
  expect([looks.leases, errors.length]).toEqual([0, 1]);
  lead.fails = false;
  await pause(1_000);
  expect(looks.leases).toBe(1);
  await end();
});
