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
const MOST = 3;
/** What went wrong stays until it is closed. */
const STAYS_MS = 6_000;

export function toast(told: Toast): void {
  const id = ++ids;
  set([...shown, { ...told, id }].slice(-MOST));
  if (told.tone !== 'bad') setTimeout(() => close(id), STAYS_MS);
}

export const close = (id: number): void => set(shown.filter((each) => each.id !== id));

export const toasts = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  now: () => shown,
};
