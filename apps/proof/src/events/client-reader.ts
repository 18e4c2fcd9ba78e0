import { createClient, type EventsStreamQuery } from '@tandem/client';
import type { Order, Reader } from './order.ts';
import { parseEvent } from './received.ts';

/** Follows the stream through the client, with connections that are cut repeatedly. */
export function followByClient(order: Order): Reader {
  const over = new AbortController();
  const reader: Reader = {
    ...order,
    events: [],
    last: 0,
    connections: 0,
    complaints: [],
    wake: () => undefined,
    stop: () => over.abort(),
  };
  const cutting: typeof fetch = async (input, init) => {
    const cut = AbortSignal.timeout(Math.ceil(Math.random() * order.cutMs));
    const signal = init?.signal ? AbortSignal.any([init.signal, cut]) : cut;
    const response = await fetch(input, { ...init, signal });
    if (response.ok) reader.connections++;
    return response;
  };
  const { events } = createClient({ url: order.url, key: order.key, fetch: cutting });
  const { types } = order.expected;
  const query = { after: order.after, ...(types && { types }) } as EventsStreamQuery;
  void (async () => {
    try {
      for await (const event of events.stream(query, { signal: over.signal })) {
        reader.events.push(parseEvent(JSON.stringify(event)));
        reader.last = event.seq;
      }
    } catch (error) {
      reader.complaints.push(`${order.name}: ${error}`);
    }
  })();
  return reader;
}
