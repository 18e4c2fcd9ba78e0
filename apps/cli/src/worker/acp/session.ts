import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import * as acp from '@agentclientprotocol/sdk';
import { messageOf } from '../failures.ts';
import { type Guarded, PATIENCE_MS, startGuarded } from '../guarded.ts';

/** Time for an agent to start, and to open a session. */
const START_MS = 60_000;
/** Time for an agent to end its turn after it was asked to. */
const CANCEL_MS = 1_000;
const POLL_MS = 20;
const MAX_COMPLAINT = 4_000;

export interface SessionOptions {
  /** The shell command that starts the agent. */
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly version: string;
  /** Ends the turn. */
  readonly signal: AbortSignal;
  /** The servers for an agent with these capabilities. */
  readonly mcpServers: (capabilities: acp.McpCapabilities) => acp.McpServer[];
  /** The prompt, once it is known whether the agent gets the servers. */
  readonly prompt: string;
  readonly onUpdate: (update: acp.SessionUpdate) => void;
  readonly onPermission: (request: acp.RequestPermissionRequest) => Promise<acp.RequestPermissionResponse>;
  /** Standard error of the agent. */
  readonly onComplaint: (text: string) => void;
}

/** How a session ended. */
export interface SessionEnd {
  readonly sessionId: string | null;
  readonly agent: { readonly name: string; readonly version: string };
  /** Why the turn ended; null if it did not end by itself. */
  readonly stopReason: acp.StopReason | null;
  /** The error; null if the turn ended by itself. */
  readonly error: string | null;
  readonly exitCode: number | null;
  readonly exitSignal: string | null;
  /** The end of the agent's standard error. */
  readonly complaint: string;
}

/** Starts an agent, gives it one turn, and ends it with all processes it started. */
export async function runSession(options: SessionOptions): Promise<SessionEnd> {
  const { command, cwd, env, signal } = options;
  const guarded = startGuarded(command, { env: { ...process.env, ...env }, cwd });
  const { child } = guarded;
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-MAX_COMPLAINT);
    options.onComplaint(text);
  });
  // The agent may be gone before a message reaches it.
  child.stdin.on('error', () => undefined);
  let exitCode: number | null = null;
  let exitSignal: string | null = null;
  const closed = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      complaint ||= error.message;
      resolve();
    });
    child.once('close', (code, name) => {
      [exitCode, exitSignal] = [code, name];
      resolve();
    });
  });

  let sessionId: string | null = null;
  let agent = { name: 'unknown', version: 'unknown' };
  let stopReason: acp.StopReason | null = null;
  let error: string | null = null;
  try {
    const connection = connectionTo(guarded, options);
    // The end of the agent and the signal end every request.
    const within = <Response>(request: Promise<Response>, ms?: number) =>
      bounded(request, closed, signal, ms);
    const started = await within(
      connection.agent.request(acp.methods.agent.initialize, {
        protocolVersion: acp.PROTOCOL_VERSION,
        clientCapabilities: {},
        clientInfo: { name: 'tandem', version: options.version },
      }),
      START_MS,
    );
    if (started.protocolVersion !== acp.PROTOCOL_VERSION)
      throw new Error(`The agent speaks version ${started.protocolVersion} of the protocol.`);
    const { agentInfo } = started;
    if (agentInfo) agent = { name: agentInfo.name, version: agentInfo.version };
    const mcpServers = options.mcpServers(started.agentCapabilities?.mcpCapabilities ?? {});
    const session = await within(
      connection.agent.request(acp.methods.agent.session.new, { cwd, mcpServers }),
      START_MS,
    );
    sessionId = session.sessionId;
    const modeId = askingMode(session.modes);
    if (modeId)
      await within(
        connection.agent.request(acp.methods.agent.session.setMode, { sessionId, modeId }),
        START_MS,
      );
    const prompt: acp.ContentBlock[] = [{ type: 'text', text: options.prompt }];
    const turn = connection.agent.request(acp.methods.agent.session.prompt, {
      sessionId: session.sessionId,
      prompt,
    });
    try {
      stopReason = (await within(turn)).stopReason;
    } catch (failed) {
      if (!signal.aborted) throw failed;
      await connection.agent.notify(acp.methods.agent.session.cancel, { sessionId }).catch(() => undefined);
      const patience = new AbortController();
      await Promise.race([
        turn.catch(() => undefined),
        closed,
        pause(CANCEL_MS, undefined, { signal: patience.signal }).catch(() => undefined),
      ]);
      patience.abort();
      throw failed;
    }
  } catch (failed) {
    error = errorText(failed);
  }
  const isCalm = stopReason !== null;
  await endProcess(guarded, closed, isCalm);
  return { sessionId, agent, stopReason, error, exitCode, exitSignal, complaint };
}

/** Modes in which agents ask before they act: `default` in Claude Code and Gemini CLI, `read-only` in Codex. */
const ASKING = ['default', 'read-only'];

/** The mode to switch to, if any: some programs start in one in which the model approves its own tool calls. */
const askingMode = (modes: acp.NewSessionResponse['modes']): string | undefined =>
  modes?.availableModes.map(({ id }) => id).find((id) => ASKING.includes(id) && id !== modes.currentModeId);

function connectionTo({ child }: Guarded, { onUpdate, onPermission }: SessionOptions): acp.ClientConnection {
  const input = Writable.toWeb(child.stdin) as WritableStream<Uint8Array>;
  const output = Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>;
  return acp
    .client({ name: 'tandem' })
    .onRequest(acp.methods.client.session.requestPermission, ({ params }) => onPermission(params))
    .onNotification(acp.methods.client.session.update, ({ params }) => onUpdate(params.update))
    .connect(acp.ndJsonStream(input, output));
}

/** Rejects when the agent has ended, when the signal fires, or after this time. */
async function bounded<Response>(
  request: Promise<Response>,
  closed: Promise<void>,
  signal: AbortSignal,
  ms?: number,
): Promise<Response> {
  request.catch(() => undefined);
  const over = new AbortController();
  const gone = closed.then(() => {
    throw new Error('The agent ended before its turn did.');
  });
  gone.catch(() => undefined);
  const aborted = signal.aborted
    ? Promise.reject(signal.reason)
    : once(signal, 'abort', { signal: over.signal }).then(() => Promise.reject(signal.reason));
  aborted.catch(() => undefined);
  const late =
    ms === undefined
      ? []
      : [
          pause(ms, undefined, { signal: over.signal }).then(() => {
            throw new Error(`The agent did not answer within ${ms / 1000} seconds.`);
          }),
        ];
  for (const each of late) each.catch(() => undefined);
  try {
    return await Promise.race([request, gone, aborted, ...late]);
  } finally {
    over.abort();
  }
}

/**
 * Ends the agent: after its turn by the end of its input, so that it can send what it has measured. An adapter may exit
 * before the program that it drives.
 */
async function endProcess(
  { child, isRunning, end, kill, over }: Guarded,
  closed: Promise<void>,
  isCalm: boolean,
): Promise<void> {
  const ends = async () => {
    const until = performance.now() + PATIENCE_MS;
    while (isRunning() && performance.now() < until) await pause(POLL_MS);
  };
  if (isCalm) {
    child.stdin.end();
    await ends();
  }
  end();
  await ends();
  await closed;
  kill();
  over();
}

/** The message of an error, with what the agent added to it. */
function errorText(error: unknown): string {
  const { data } = error as { data?: unknown };
  const detail =
    data === undefined || data === null ? '' : typeof data === 'string' ? data : JSON.stringify(data);
  return [messageOf(error), detail].filter(Boolean).join(' ');
}
