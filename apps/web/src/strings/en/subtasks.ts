/** Tasks within a task. */
export const subtasks = {
  title: 'Sub-tasks',
  of: (number: number) => `Sub-tasks of #${number}`,
  closedOf: (closed: number, total: number) => `${closed} of ${total} sub-tasks closed`,
  parent: 'Parent task',
  new: 'New sub-task',
  newPlaceholder: 'Add a sub-task…',
  add: 'Add',
  complete: (title: string) => `Mark “${title}” as done`,
  reopen: (title: string) => `Reopen “${title}”`,
  dropHere: 'Drop to make it a sub-task',
  moveOut: 'Move out of its parent task',
  movedInto: (number: number, parent: number) => `Moved #${number} into #${parent}`,
  movedOut: (number: number) => `Moved #${number} out of its parent task`,
  childrenOpen: (open: number) =>
    open === 1 ? 'A sub-task is still open.' : `${open} sub-tasks are still open.`,
  openChildren: (open: number) =>
    open === 1
      ? 'What should happen to the open sub-task?'
      : `What should happen to the ${open} open sub-tasks?`,
  openChildrenHint:
    'Canceled sub-tasks cancel their own sub-tasks, too. Kept ones become tasks of their own.',
  cancelOpen: 'Cancel them, too',
  keepOpen: 'Keep them',
};
