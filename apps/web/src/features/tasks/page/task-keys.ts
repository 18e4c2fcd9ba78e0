import { strings } from '../../../strings/index.ts';
import { type KeyBinding, useKeys } from '../../../ui/keys.ts';
import type { Cursor } from '../cursor.ts';
import { useTaskCommands } from '../quick-edit/commands.ts';
import type { Selection } from '../selection.ts';
import type { TaskActions } from '../use-task.ts';

interface KeyActions extends Omit<TaskActions, 'begin' | 'end'> {
  /** Moves the focused task in the manual order; null in other orders. */
  readonly step: ((by: 1 | -1) => void) | null;
}

const words = () => strings().tasks.keys;

/** The keys of the board and the list. Enter needs none: the focused task is a link. */
export function useTaskKeys(cursor: Cursor, selection: Selection, actions: KeyActions): void {
  useKeys([...going(cursor, actions), ...(actions.mayChange ? changing(cursor, selection, actions) : [])]);
  useTaskCommands(() => {
    const selected = [...selection.now().values()];
    const focused = cursor.task();
    return selected.length > 0 || !focused ? selected : [focused.task];
  }, actions.mayChange);
}

const going = (cursor: Cursor, { peek }: Pick<TaskActions, 'peek'>): KeyBinding[] => [
  { key: 'j', text: words().next, act: () => cursor.step(1, true), repeats: true },
  { key: 'k', text: words().back, act: () => cursor.step(-1, true), repeats: true },
  {
    key: 'space',
    text: words().peek,
    act: () => {
      const now = cursor.task();
      if (now) peek(now.task.taskNumber);
    },
  },
];

const changing = (
  cursor: Cursor,
  selection: Selection,
  { openMoves, select, step }: KeyActions,
): KeyBinding[] => [
  ...(step
    ? ([
        { key: 'alt+arrowup', text: words().up, act: () => step(-1), repeats: true },
        { key: 'alt+arrowdown', text: words().down, act: () => step(1), repeats: true },
      ] as const)
    : []),
  {
    key: 's',
    text: words().move,
    act: () => {
      const now = cursor.task();
      const at = cursor.home();
      if (now && at) openMoves(now.task, at);
    },
  },
  {
    key: 'x',
    text: words().select,
    act: ({ shiftKey }) => {
      const now = cursor.task();
      if (now) select(now.task, now.lane, shiftKey);
    },
  },
  { key: 'escape', text: words().clear, act: () => selection.replace([]) },
];
