/** A short notification at the edge of the page, announced by screen readers. */
export interface Toast {
  readonly text: string;
  readonly tone?: 'bad' | undefined;
  readonly action?: { readonly text: string; readonly act: () => void } | undefined;
}

type Shown = Toast & { readonly id: number };

let shown: readonly Shown[] = [];
let ids = 0;
const listeners = new Set<() => void>();

const set = (next: readonly Shown[]) => {
  shown = next;
  for (const listener of listeners) listener();
};

/** The maximum number of toasts; the oldest are dropped. */
const MAX_TOASTS = 3;
/** The display time of toasts; error toasts stay until they are closed. */
const DURATION_MS = 6_000;
/** Toasts with an action stay longer, so that slower users can reach it. */
const DURATION_WITH_ACTION_MS = 12_000;
let isHeld = false;

export function toast(told: Toast): void {
  const id = ++ids;
  // A repeated toast replaces the earlier one, unless that has an action, which may belong to another change.
  const others = shown.filter(({ text, action }) => text !== told.text || action);
  set([...others, { ...told, id }].slice(-MAX_TOASTS));
  closeLater({ ...told, id });
}

function closeLater({ id, tone, action }: Shown): void {
  if (tone === 'bad') return;
  setTimeout(() => !isHeld && close(id), action ? DURATION_WITH_ACTION_MS : DURATION_MS);
}

export const close = (id: number): void => set(shown.filter((each) => each.id !== id));

/** Keeps all toasts while held; releasing restarts their timers. */
export function hold(held: boolean): void {
  if (isHeld === held) return;
  isHeld = held;
  if (!held) shown.forEach(closeLater);
}

export const toasts = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  now: () => shown,
};
