export interface MarkdownProps {
  readonly text: string;
  /** Called for a click on a checkbox of a task list, with the position of its `[ ]` in the text. */
  readonly onCheck?: ((at: number, checked: boolean) => Promise<unknown>) | undefined;
}
