/**
 * Checks a box of a task list in the current text, or unchecks it. `at` is its position in the text that was shown;
 * null if the two texts differ in more than their boxes.
 */
export function withCheck(now: string, shown: string, at: number, checked: boolean): string | null {
  if (unchecked(now) !== unchecked(shown) || !BOX.test(now.slice(at, at + 3))) return null;
  return `${now.slice(0, at + 1)}${checked ? 'x' : ' '}${now.slice(at + 2)}`;
}

const BOX = /^\[[ \txX]\]$/;

const unchecked = (text: string) => text.replaceAll(/\[[ \txX]\]/g, '[ ]');
