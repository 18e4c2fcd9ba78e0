/** Replaces a part of a field as if it was typed, so that the browser's own undo works. */
export function replace(field: HTMLTextAreaElement, from: number, to: number, text: string): void {
  field.focus();
  field.setSelectionRange(from, to);
  const isDone = document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
  if (!isDone) replaceQuietly(field, from, to, text);
}

/** Replaces a part of a field without moving the caret or the focus. */
export function replaceQuietly(field: HTMLTextAreaElement, from: number, to: number, text: string): void {
  const { selectionStart, selectionEnd } = field;
  const moved = (at: number) => (at >= to ? at + text.length - (to - from) : Math.min(at, from));
  field.setRangeText(text, from, to);
  field.setSelectionRange(moved(selectionStart), moved(selectionEnd));
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Puts marks around the selection, or removes them if they are there. */
export function wrap(field: HTMLTextAreaElement, mark: string): void {
  const { selectionStart: from, selectionEnd: to, value } = field;
  const { length } = mark;
  const selected = value.slice(from, to);
  if (value.slice(from - length, from) === mark && value.slice(to, to + length) === mark) {
    replace(field, from - length, to + length, selected);
    field.setSelectionRange(from - length, to - length);
  } else {
    replace(field, from, to, `${mark}${selected}${mark}`);
    field.setSelectionRange(from + length, to + length);
  }
}

/** Turns the selection into a link, and selects its address, or a selected address into one without a text. */
export function link(field: HTMLTextAreaElement): void {
  const { selectionStart: from, selectionEnd: to, value } = field;
  const selected = value.slice(from, to);
  if (/^https?:\/\/\S+$/.test(selected)) {
    replace(field, from, to, `[](${selected})`);
    field.setSelectionRange(from + 1, from + 1);
  } else {
    replace(field, from, to, `[${selected}](https://)`);
    const address = from + selected.length + 3;
    if (selected === '') field.setSelectionRange(from + 1, from + 1);
    else field.setSelectionRange(address, address + 'https://'.length);
  }
}

/** Puts a mark before each selected line, or removes it if all have it. */
export function prefix(field: HTMLTextAreaElement, mark: string): void {
  const { selectionStart, selectionEnd, value } = field;
  const from = value.lastIndexOf('\n', selectionStart - 1) + 1;
  const end = value.indexOf('\n', selectionEnd);
  const to = end < 0 ? value.length : end;
  const lines = value.slice(from, to).split('\n');
  const isMarked = lines.every((line) => line.startsWith(mark));
  const changed = lines.map((line) => (isMarked ? line.slice(mark.length) : mark + line)).join('\n');
  replace(field, from, to, changed);
  field.setSelectionRange(lines.length > 1 ? from : from + changed.length, from + changed.length);
}
