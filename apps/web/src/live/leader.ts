/** The lease of the leading tab, in browsers without locks. */
const LEASE_MS = 3_000;
const CHECK_MS = 1_000;

/**
 * Runs `act` in one tab of the browser at a time, until the signal fires or another tab has taken over. Browsers
 * offer locks in secure contexts only; over plain HTTP from another machine, tabs renew a lease in local storage.
 * After a tab was suspended, two may lead for a moment, which `act` must tolerate.
 */
export function electLeader(name: string, ended: AbortSignal, act: Act): Leadership {
  if ('locks' in navigator) return leadByLock(name, ended, act);
  leadByLease(`${name}-leads`, ended, act);
  return { takeOver: () => undefined };
}

type Act = (leading: AbortSignal) => Promise<void>;

interface Leadership {
  /** Takes the lead from a suspended tab. When that tab wakes, its signal fires, and it queues again. */
  takeOver(): void;
}

function leadByLock(name: string, ended: AbortSignal, act: Act): Leadership {
  let waiting = new AbortController();
  const request = (steal: boolean) => {
    const turn = new AbortController();
    const leading = new AbortController();
    waiting = turn;
    const options = steal ? { steal } : { signal: AbortSignal.any([ended, turn.signal]) };
    navigator.locks
      .request(name, options, () => act(AbortSignal.any([ended, leading.signal])))
      .catch(() => {
        // Another tab has taken the lead, or this request was canceled.
        leading.abort();
        if (!ended.aborted && !turn.signal.aborted) request(false);
      });
  };
  request(false);
  return {
    takeOver: () => {
      waiting.abort();
      request(true);
    },
  };
}

function leadByLease(name: string, ended: AbortSignal, act: (leading: AbortSignal) => Promise<void>): void {
  const own = String(Math.random());
  let leading: AbortController | undefined;
  const check = () => {
    const [id, until] = (localStorage.getItem(name) ?? '').split(' ');
    if (id !== own && Number(until) > Date.now()) return leading?.abort();
    localStorage.setItem(name, `${own} ${Date.now() + LEASE_MS}`);
    if (leading && !leading.signal.aborted) return;
    leading = new AbortController();
    void act(AbortSignal.any([ended, leading.signal])).catch(() => undefined);
  };
  const leave = () => {
    if (localStorage.getItem(name)?.startsWith(`${own} `)) localStorage.removeItem(name);
  };
  check();
  const timer = setInterval(check, CHECK_MS);
  addEventListener('pagehide', leave);
  ended.addEventListener('abort', () => {
    clearInterval(timer);
    removeEventListener('pagehide', leave);
    leave();
  });
}
