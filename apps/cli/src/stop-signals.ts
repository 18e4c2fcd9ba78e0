/**
 * npm forwards a Ctrl-C that the terminal has already sent to the whole group, so one request arrives twice.
 */
const ECHO_MS = 500;

/** Ctrl-C, a service manager, a closed terminal, and Ctrl-\. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/** Calls `first` on the first request to stop the process, and `again` on the next one. */
export function onStopSignals(first: (signal: NodeJS.Signals) => void, again: () => void): void {
  let heard: { signal: NodeJS.Signals; at: number } | null = null;

  const hear = (signal: NodeJS.Signals) => {
    const at = performance.now();
    if (heard === null) {
      heard = { signal, at };
      first(signal);
    } else if (signal !== heard.signal || at - heard.at > ECHO_MS) {
      again();
    }
  };
  for (const signal of STOP_SIGNALS) process.on(signal, hear);
}
