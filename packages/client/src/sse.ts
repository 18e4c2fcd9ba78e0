/** A message of Server-Sent Events. */
export interface Message {
  readonly id: string | undefined;
  readonly event: string | undefined;
  readonly data: string;
  /** Milliseconds to wait before reconnecting, if the server sets them. */
  readonly retryMs: number | undefined;
}

/**
 * The messages of a response as they arrive; ends with the response. Rejects when nothing, not even a
 * comment, arrives for
 * `silenceMs`, or when the signal fires. Reads only on demand.
 */
export async function* messagesIn(
  response: Response,
  mostSilenceMs: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Message, void, undefined> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await readWithin(reader, mostSilenceMs);
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      // A CRLF may be split between two chunks.
      const lines = rest.endsWith('\r') ? rest.slice(0, -1) : rest;
      const parts = lines.split(/\r\n\r\n|\n\n|\r\r/);
      rest = (parts.pop() as string) + rest.slice(lines.length);
      for (const part of parts) {
        signal?.throwIfAborted();
        const message = messageOf(part);
        if (message) yield message;
      }
    }
  } finally {
    // The stream may already be broken.
    await reader.cancel().catch(() => undefined);
  }
}

async function readWithin(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  ms: number,
): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Nothing was received for ${ms / 1000} seconds.`)), ms);
  });
  try {
    return await Promise.race([reader.read(), silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** null if it has only comments. */
function messageOf(part: string): Message | null {
  const fields: Record<string, string | undefined> = {};
  for (const line of part.split(/\r\n|\n|\r/)) {
    const [, name = '', value = ''] = /^([^:]*)(?:: ?)?(.*)$/s.exec(line) ?? [];
    if (name === '') continue;
    fields[name] = name === 'data' && fields.data !== undefined ? `${fields.data}\n${value}` : value;
  }
  if (Object.keys(fields).length === 0) return null;
  const { id, event, data = '', retry } = fields;
  return {
    id,
    event,
    data,
    retryMs: retry === undefined || !/^\d+$/.test(retry) ? undefined : Number(retry),
  };
}
