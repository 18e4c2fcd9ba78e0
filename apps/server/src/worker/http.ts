/** No answer came. */
export class Unreachable extends Error {}

/** An answer that is no success: its status, and the code and message of its body. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  /** What else the error tells. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    code: string,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

export interface Patience {
  /** How long the service may hold the request. */
  readonly heldSeconds?: number;
  readonly signal?: AbortSignal;
  /** Sent again under the same key, the request is carried out once. */
  readonly key?: string;
}

export type Send = (method: string, path: string, body?: object, patience?: Patience) => Promise<unknown>;

/** How long an answer may take that the service does not hold back. */
const PATIENCE_MS = 30_000;

/** Sends JSON and reads JSON; null for an empty answer, `Refused` for one that is no success. */
export function sender(url: string, key: string): Send {
  // What stands before a proxy's path is kept.
  const base = url.endsWith('/') ? url : `${url}/`;
  return async (method, path, body, { heldSeconds = 0, signal, key: once } = {}) => {
    const tooLong = AbortSignal.timeout(PATIENCE_MS + heldSeconds * 1000);
    let status: number;
    let text: string;
    try {
      const response = await fetch(new URL(`.${path}`, base), {
        method,
        headers: {
          Authorization: `Bearer ${key}`,
          'Content-Type': 'application/json',
          ...(once && { 'Idempotency-Key': once }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: signal ? AbortSignal.any([signal, tooLong]) : tooLong,
      });
      status = response.status;
      text = await response.text();
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new Unreachable(`${url} cannot be reached (${reasonOf(error)})`);
    }
    const answer = text === '' ? null : parsed(text);
    if (status >= 200 && status < 300 && answer !== undefined) return answer;
    const {
      code = '',
      message,
      ...details
    } = (answer as { error?: { code?: string; message?: string } } | null | undefined)?.error ?? {};
    throw new Refused(
      status,
      code,
      message ?? `${url} does not answer as Tandem does (status ${status})`,
      details,
    );
  };
}

/** undefined for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What fetch knows of a failure stands in its cause. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error;
  const { code, message: reason } = (cause ?? {}) as { code?: string; message?: string };
  return code ?? reason ?? message;
}
