import { pageState, usePageState } from '../state/page-state.ts';
import { strings } from '../strings/index.ts';

/** A short notification at the edge of the page, announced by screen readers. */
export interface Toast {
  readonly text: string;
  readonly tone?: 'bad' | undefined;
  readonly action?: { readonly text: string; readonly act: () => void } | undefined;
  /** Undoes the change, by Control+Z and by the toast's action or, without one, by a button. */
  readonly undo?: (() => void) | undefined;
}

/** A change that Control+Z undoes, and the toast that offers it as well. */
interface Undoable {
  readonly undo: () => void;
  readonly at: number;
  readonly toastId: number | null;
}

type ShownToast = Omit<Toast, 'undo'> & { readonly id: number };

const shown = pageState<readonly ShownToast[]>(() => []);
const lastId = pageState(() => 0);
const undoable = pageState<Undoable | null>(() => null);
const isPaused = pageState(() => false);

/** The maximum number of toasts; the oldest are dropped. */
const MAX_TOASTS = 3;
/** The display time of toasts; error toasts stay until they are closed. */
const DURATION_MS = 6_000;
/** Control+Z undoes changes that are not older. */
const UNDO_MS = 30_000;
/** Toasts with an action stay longer, so that slower users can reach it. */
const DURATION_WITH_ACTION_MS = 12_000;

export function toast({ undo, ...given }: Toast): void {
  const toast = undo ? { ...given, action: given.action ?? { text: strings().undo, act: undo } } : given;
  const id = lastId.get() + 1;
  lastId.set(id);
  // A repeated toast replaces the earlier one, unless that has an action, which may belong to another change.
  const others = shown.get().filter(({ text, action }) => text !== toast.text || action);
  shown.set([...others, { ...toast, id }].slice(-MAX_TOASTS));
  if (undo) undoable.set({ undo, at: Date.now(), toastId: id });
  closeLater({ ...toast, id });
}

/** Lets Control+Z undo a change that is visible without a toast. */
export const rememberUndo = (undo: () => void): void => undoable.set({ undo, at: Date.now(), toastId: null });

/** A change that is being sent. */
export interface PendingUndo {
  /** Called when the change is made, or with null if it can't be undone. Returns whether it undid the change. */
  readonly settle: (undo: (() => void) | null) => boolean;
}

/** Lets Control+Z undo a change that is being sent, as soon as it is made. */
export function beginUndo(): PendingUndo {
  let isRequested = false;
  const pending: Undoable = {
    undo: () => {
      isRequested = true;
    },
    at: Date.now(),
    toastId: null,
  };
  undoable.set(pending);
  return {
    settle: (undo) => {
      if (undoable.get() === pending) undoable.set(null);
      if (isRequested) undo?.();
      return isRequested && undo !== null;
    },
  };
}

/** Undoes the last change, once. */
export function undoLast(): void {
  const last = undoable.get();
  undoable.set(null);
  if (!last || Date.now() - last.at > UNDO_MS) return;
  if (last.toastId !== null) close(last.toastId);
  last.undo();
}

function closeLater({ id, tone, action }: ShownToast): void {
  if (tone === 'bad') return;
  setTimeout(() => !isPaused.get() && close(id), action ? DURATION_WITH_ACTION_MS : DURATION_MS);
}

export const close = (id: number): void => shown.set(shown.get().filter((each) => each.id !== id));

/** Runs the action of a toast and closes it. */
export function act({ id, action }: ShownToast): void {
  close(id);
  if (undoable.get()?.toastId === id) undoable.set(null);
  action?.act();
}

/** Keeps all toasts while held; releasing restarts their timers. */
export function pauseToasts(paused: boolean): void {
  if (isPaused.get() === paused) return;
  isPaused.set(paused);
  if (!paused) shown.get().forEach(closeLater);
}

export const useToasts = () => usePageState(shown);
