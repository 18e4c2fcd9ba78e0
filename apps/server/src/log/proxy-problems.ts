import type { ProxyProblem } from '@tandem/adapter-express';
import type { Log } from './log.ts';

/** Origins come from clients, so the number of warnings is limited. */
const MAX_LOGGED = 20;

/** Warns the operator, once per origin, that a proxy seems to hide the public address of the server. */
export function proxyProblemLogger(log: Log): (problem: ProxyProblem) => void {
  const logged = new Set<string>();
  return ({ kind, origin, host }) => {
    const what = `${kind} ${origin}`;
    if (logged.has(what) || logged.size >= MAX_LOGGED) return;
    logged.add(what);
    log.warn({ origin, host, setting: 'TANDEM_PUBLIC_URL' }, kind);
  };
}
