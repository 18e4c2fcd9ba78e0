import {
  type Agent,
  type ClaimedVerification,
  createClient,
  type Scope,
  type Tandem,
  type VerificationsReportBody,
} from '@tandem/client';
import { hireAgent, invitePerson } from '@tandem/core/testing/world';

/** An agent with its own client. */
export interface Worker {
  readonly agent: Agent;
  readonly client: Tandem;
}

const SCOPES: Scope[] = ['tasks:read', 'tasks:write', 'agents:read', 'agents:write'];

export async function newWorker(
  tandem: Tandem,
  url: string,
  name: string,
  displayName = name,
): Promise<Worker> {
  const { agent, secret } = await hireAgent(tandem, name, { displayName, scopes: SCOPES });
  return { agent, client: createClient({ url, key: secret }) };
}

/** A second person, with a client of theirs. */
export async function newPerson(
  tandem: Tandem,
  url: string,
  name: string,
): Promise<Tandem & { key: string }> {
  const key = await invitePerson(tandem, name);
  return Object.assign(createClient({ url, key }), { key });
}

const COMMIT = 'c0ffee00'.repeat(5);

/** An agent that runs checks, with its own client. */
export async function newVerifier(tandem: Tandem, url: string, name: string): Promise<Worker> {
  const { agent, client } = await newWorker(tandem, url, name);
  return { agent: await tandem.agents.update(agent.id, { verifier: true }), client };
}

/** Hands in a result of a task with checks, which requests their verifications. */
export async function handIn(client: Tandem, taskNumber: number, commit = COMMIT): Promise<void> {
  const { lease } = await client.claims.claim(taskNumber);
  const { criteria } = await client.tasks.get(taskNumber);
  await client.results.post(taskNumber, {
    token: lease.token,
    outcome: 'succeeded',
    summary: 'It turns **again**.',
    evidence: criteria.map(({ id }) => ({ criterionId: id, text: 'Seen from the pier' })),
    artifact: { kind: 'git', repository: 'https://git.example.org/lamp.git', commit },
  });
}

/** Runs the oldest pending verification, and reports its outcome. */
export async function verify(
  { client }: Worker,
  report: Pick<VerificationsReportBody, 'outcome'> & Partial<VerificationsReportBody>,
): Promise<void> {
  const { verification, lease } = await claimVerification(client);
  await client.verifications.report(verification.id, { token: lease.token, durationMs: 12_000, ...report });
}

export async function claimVerification(client: Tandem): Promise<ClaimedVerification> {
  const claimed = await client.verifications.next();
  if (!claimed) throw new Error('No verification is pending.');
  return claimed;
}
