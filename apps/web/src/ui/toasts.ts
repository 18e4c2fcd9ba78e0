import { pageState, usePageState } from '../state/page-state.ts';

/** A short notification at the edge of the page, announced by screen readers. */
export interface Toast {
  readonly text: string;
  readonly tone?: 'bad' | undefined;
  readonly action?: { readonly text: string; readonly act: () => void } | undefined;
}

type ShownToast = Toast & { readonly id: number };

const shown = pageState<readonly ShownToast[]>(() => []);
const lastId = pageState(() => 0);
const isPaused = pageState(() => false);

/** The maximum number of toasts; the oldest are dropped. */
const MAX_TOASTS = 3;
/** The display time of toasts; error toasts stay until they are closed. */
const DURATION_MS = 6_000;
/** Toasts with an action stay longer, so that slower users can reach it. */
const DURATION_WITH_ACTION_MS = 12_000;

export function toast(toast: Toast): void {
  const id = lastId.get() + 1;
  lastId.set(id);
  // A repeated toast replaces the earlier one, unless that has an action, which may belong to another change.
  const others = shown.get().filter(({ text, action }) => text !== toast.text || action);
  shown.set([...others, { ...toast, id }].slice(-MAX_TOASTS));
  closeLater({ ...toast, id });
}

function closeLater({ id, tone, action }: ShownToast): void {
  if (tone === 'bad') return;
  setTimeout(() => !isPaused.get() && close(id), action ? DURATION_WITH_ACTION_MS : DURATION_MS);
}

export const close = (id: number): void => shown.set(shown.get().filter((each) => each.id !== id));

/** Keeps all toasts while held; releasing restarts their timers. */
export function pauseToasts(paused: boolean): void {
  if (isPaused.get() === paused) return;
  isPaused.set(paused);
  if (!paused) shown.get().forEach(closeLater);
}

export const useToasts = () => usePageState(shown);
