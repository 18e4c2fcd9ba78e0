/** The start of a mention or a reference before the caret. */
export interface Trigger {
  readonly sign: '@' | '#';
  /** The position of the sign. */
  readonly from: number;
  /** The typed words after the sign. */
  readonly words: string;
  /** Closed by the person; typing on doesn't open it again. */
  readonly isDismissed: boolean;
}

const START = /(?:^|[\s(])([@#])([^\s@#]{0,40})$/;

/** The trigger before the caret of a field; null if there is none. A heading is none: `#` needs a word. */
export function triggerIn(
  {
    value,
    selectionStart,
    selectionEnd,
  }: Pick<HTMLTextAreaElement, 'value' | 'selectionStart' | 'selectionEnd'>,
  before: Trigger | null,
): Trigger | null {
  if (selectionStart !== selectionEnd) return null;
  const match = START.exec(value.slice(0, selectionStart));
  if (!match) return null;
  const [, sign, words = ''] = match;
  if (sign === '#' && words === '') return null;
  const from = selectionStart - words.length - 1;
  return {
    sign: sign as Trigger['sign'],
    from,
    words,
    isDismissed: before?.from === from && before.isDismissed,
  };
}
