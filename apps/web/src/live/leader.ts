/** How long a tab leads without renewing its lease, in browsers without locks. */
const LEASE_MS = 3_000;
const LOOK_MS = 1_000;

/**
 * Lets one tab of the browser at a time do something: until the signal fires, or until another one has taken over.
 * Locks are lent to safe contexts alone; over plain HTTP to another machine tabs hold a lease that they renew in the
 * storage that they share. For a moment two may lead then, where one was put to sleep: what is done must bear that.
 */
export function electLeader(name: string, ended: AbortSignal, act: Act): Leadership {
  if ('locks' in navigator) return leadByLock(name, ended, act);
  leadByLease(`${name}-leads`, ended, act);
  return { takeOver: () => undefined };
}

type Act = (leading: AbortSignal) => Promise<void>;

interface Leadership {
  /**
   * Takes the lead from a tab that is no longer running. When that tab wakes, its signal fires, and it waits for its
   * turn.
   */
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
  const look = () => {
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
  look();
  const timer = setInterval(look, LOOK_MS);
  addEventListener('pagehide', leave);
  ended.addEventListener('abort', () => {
    clearInterval(timer);
    removeEventListener('pagehide', leave);
    leave();
  });
}
