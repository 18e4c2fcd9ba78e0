/** What happened, told once at the edge of the page, and to screen readers. */
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

/** How many stand at a time: older ones go. */
const MAX_TOASTS = 3;
/** What went wrong stays until it is closed. */
const STAYS_MS = 6_000;
/** What can be taken back is to be reached by those who are slow, too. */
const STAYS_WITH_ACTION_MS = 12_000;
let isHeld = false;

export function toast(told: Toast): void {
  const id = ++ids;
  // The same told again takes the place of what was told before: it may come to something else this time.
  const others = shown.filter(({ text, action }) => text !== told.text || action);
  set([...others, { ...told, id }].slice(-MAX_TOASTS));
  closeLater({ ...told, id });
}

function closeLater({ id, tone, action }: Shown): void {
  if (tone === 'bad') return;
  setTimeout(() => !isHeld && close(id), action ? STAYS_WITH_ACTION_MS : STAYS_MS);
}

export const close = (id: number): void => set(shown.filter((each) => each.id !== id));

/** While somebody is at them none goes. */
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
