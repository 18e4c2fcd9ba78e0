import type { ProxyProblem } from '@tandem/adapter-express';
import type { Log } from './log.ts';

/** Origins are what clients say: no more of them are told of. */
const MAX_TOLD = 20;

/** Tells the operator, once for each origin, that a proxy seems to hide how browsers reach the server. */
export function tellingOfProxy(log: Log): (problem: ProxyProblem) => void {
  const told = new Set<string>();
  return ({ kind, origin, host }) => {
    const what = `${kind} ${origin}`;
    if (told.has(what) || told.size >= MAX_TOLD) return;
    told.add(what);
    log.warn({ origin, host, setting: 'TANDEM_PUBLIC_URL' }, kind);
  };
}
