/** npm passes on the Ctrl-C that the terminal has already sent to the whole group: one wish, heard twice. */
const ECHO_MS = 500;

/** Calls `first` when the process is asked to stop, and `again` when it is asked once more. */
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
  process.on('SIGINT', hear);
  process.on('SIGTERM', hear);
}
