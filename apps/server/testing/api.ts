import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { createClient, type Scope, type Tandem } from '@tandem/client';
import { hireAgent, invitePerson } from '@tandem/core/testing/world';
import { newWorkspace, type Serving, serve, serveHere, temporaryFolder } from './tandem.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it.
  readonly body: any;
}

/** Sends and reads JSON with one key, without retries or validation. */
export type Send = (method: string, path: string, body?: object, options?: Options) => Promise<Answer>;

/**
 * The API with one key: raw, for tests that check statuses and headers or send invalid requests
 * (docs/decisions/0083-client.md), and through the client for everything else.
 */
export interface Api extends Send {
  readonly client: Tandem;
}

interface Options {
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
}

/** Created on first use, because the client rejects malformed keys immediately. */
export const apiOf = (url: string, key: string): Api =>
  Object.defineProperty(sendTo(url, key), 'client', { get: () => createClient({ url, key }) }) as Api;

const sendTo =
  (url: string, key: string): Send =>
  async (method, path, body, { headers, signal } = {}) => {
    const response = await fetch(`${url}/api/v1/${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    const answer = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: answer === '' ? null : JSON.parse(answer),
    };
  };

export interface Office {
  readonly server: Serving;
  readonly dataDir: string;
  readonly adminKey: string;
  readonly agent: { readonly id: string; readonly key: string };
  /** The admin. */
  readonly ada: Api;
  /** The agent scribe, by its own key. */
  readonly scribe: Api;
}

/** A server with a workspace, its admin Ada, and the agent scribe with its own key. */
export const office = (env: Record<string, string> = {}): Promise<Office> => officeOf(serve, env);

/** The same with a server in this process. */
export const officeHere = (env: Record<string, string> = {}): Promise<Office> => officeOf(serveHere, env);

async function officeOf(start: typeof serve, env: Record<string, string>): Promise<Office> {
  const dataDir = temporaryFolder();
  const { key } = await newWorkspace(dataDir);
  const server = await start(dataDir, { TANDEM_RATE_LIMIT: '0', ...env });
  const ada = apiOf(server.url, key);
  return { server, dataDir, adminKey: key, ada, ...(await newScribe(ada, server.url)) };
}

/** The same office with another scribe, who has no turns yet; the previous one is deleted. */
export async function withNewScribe(before: Office): Promise<Office> {
  const { ada, agent, server } = before;
  await ada.client.agents.delete(agent.id);
  return { ...before, ...(await newScribe(ada, server.url)) };
}

/** The agent scribe with its own key. */
export async function newScribe(ada: Api, url: string): Promise<Pick<Office, 'agent' | 'scribe'>> {
  const agent = await newAgent(ada, 'scribe', 'agents:write');
  return { agent, scribe: apiOf(url, agent.key) };
}

/** A new agent with a key of these scopes. */
export async function newAgent(ada: Api, name: string, ...scopes: Scope[]): Promise<Office['agent']> {
  const { agent, secret } = await hireAgent(ada.client, name, { scopes });
  return { id: agent.id, key: secret };
}

interface NewKey {
  readonly kind: string;
  readonly scopes: readonly string[];
  readonly memberId?: string;
}

/** Creates a key, and returns its secret. */
export async function newKey(by: Api, key: NewKey): Promise<string> {
  const body = { name: key.kind, ...key } as Parameters<Tandem['keys']['create']>[0];
  return (await by.client.keys.create(body)).secret;
}

/** Another member of the workspace, by the key that the invitation gives. */
export async function invited(ada: Api, url: string, name: string): Promise<Api> {
  return apiOf(url, await invitePerson(ada.client, name));
}

/** A request that the server is known to have started to process. */
export interface Held {
  readonly answer: Promise<{ readonly status: number | undefined; readonly body: unknown }>;
  /** Disconnects without waiting for the response. */
  leave(): void;
}

/** Sends a request that the server will hold; resolves when the server has it. */
export async function hold(
  url: string,
  key: string,
  method: string,
  path: string,
  body?: object,
): Promise<Held> {
  const sent = request(`${url}/api/v1/${path}`, {
    method,
    agent: false,
    // The server sends "100 Continue" when it hands the request on.
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Expect: '100-continue',
      ...(body && { 'Content-Length': Buffer.byteLength(JSON.stringify(body)) }),
    },
  });
  const answer = once(sent, 'response').then(async ([response]: IncomingMessage[]) => ({
    status: response?.statusCode,
    body: JSON.parse((await text(response as IncomingMessage)) || 'null'),
  }));
  answer.catch(() => undefined);
  sent.end(body && JSON.stringify(body));
  await once(sent, 'continue');
  return { answer, leave: () => sent.destroy() };
}
