import { setTimeout as pause } from 'node:timers/promises';
import { long } from '@tandem/core/testing/programs';
import { apiOf, cleanUp, newScribe, onDurablePostgres } from '@tandem/server/testing';
import { TO_LOOPBACK, until } from '../webhooks/office.ts';
import { endReceivers, receiver } from '../webhooks/receiver.ts';
import { type Fleet, startFleet } from './fleet.ts';

const SERVERS = 3;
const WRITERS = 4;

onDurablePostgres('the leader of three servers', ({ newDatabase }) => {
  let over = false;
  afterEach(async () => {
    over = true;
    await endReceivers();
    await cleanUp();
  });

  long.test(
    'the leader sends each webhook once; when it is killed another server continues without a gap',
    async () => {
      const fleet = await startFleet(await newDatabase(), SERVERS, TO_LOOPBACK);
      const endpoint = await receiver();
      await fleet.ada(0)('POST', 'webhooks', { url: endpoint.url, types: ['task.created'] });
      const made: number[] = [];

      const load = Array.from({ length: WRITERS }, async (_, writer) => {
        for (let place = writer; !over; place++) {
          const answer = await fleet
            .ada(place)('POST', 'tasks', { title: `Task of ${writer}` })
            .catch(() => null);
          if (answer?.status === 201) made.push(answer.body.taskNumber);
          await pause(40);
        }
      });
      const delivered = () =>
        endpoint.messages.map(({ body }) => JSON.parse(body).data.entity.taskNumber as number);
      const undelivered = () => {
        const there = new Set(delivered());
        return made.filter((number) => !there.has(number));
      };

      await until('some have arrived', () => endpoint.messages.length > 10);
      // Without a kill nothing is sent twice.
      expect(new Set(delivered()).size).toBe(delivered().length);
      const leader = await leading(fleet);
      fleet.servers[leader]?.signal('SIGKILL');
      const killedAt = performance.now();
      await until('another leads', async () => ![-1, leader].includes(await leading(fleet)));
      const followedAfter = performance.now() - killedAt;
      await fleet.begin(leader);
      over = true;
      await Promise.all(load);
      // Deliveries that a killed server had begun pass to another one after half a minute.
      await until('all has arrived', () => undelivered().length === 0, 60_000);
      expect(followedAfter).toBeLessThan(10_000);
      const twice = delivered().length - new Set(delivered()).size;
      expect(twice).toBeLessThanOrEqual(8);
      if (process.env.TANDEM_WAKES) console.info({ made: made.length, twice, followedAfter });
    },
    120_000,
  );

  long.test(
    'expired leases are handled once, whichever server was asked for the turn, even when servers are killed',
    async () => {
      const fleet = await startFleet(await newDatabase(), SERVERS);
      const ada = fleet.ada(0);
      const { agent } = await newScribe(ada, fleet.url(0));
      const { body: asked } = await ada('POST', 'chats', { agentId: agent.id, body: 'Are you there?' });
      const scribe = (place: number) => apiOf(fleet.url(place), agent.key);
      const claim = (place: number) =>
        scribe(place)('POST', `agents/${agent.id}/turns/claim`, { leaseSeconds: 5 });
      // Requested at all servers at once, it goes to one agent.
      const claims = await Promise.all([0, 1, 2, 0, 1, 2].map(claim));
      expect(claims.map(({ status }) => status).sort()).toEqual([200, 204, 204, 204, 204, 204]);
      await fleet.killed(await leading(fleet));
      const again: number[] = [];
      await until('the lease has run out', async () => {
        const answers = await Promise.all([0, 1, 2].map(claim));
        again.push(...answers.map(({ status }) => status).filter((status) => status === 200));
        return again.length > 0;
      });
      expect(again).toEqual([200]);
      const { body: turn } = await ada('GET', `chats/${asked.thread.id}/turns/${asked.turn.id}`);
      expect(turn.status).toBe('pending');
    },
    90_000,
  );
});

/** The position of the leading server, or -1. */
async function leading(fleet: Fleet): Promise<number> {
  const leads = await Promise.all(
    fleet.servers.map(async ({ url }) => {
      const metrics = await fetch(`${url}/metrics`).then(
        (answer) => answer.text(),
        () => '',
      );
      return /^tandem_leads 1$/m.test(metrics);
    }),
  );
  return leads.indexOf(true);
}
