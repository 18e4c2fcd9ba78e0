/** Styles that decide where the lines of a field break. */
const COPIED = [
  'borderWidth',
  'borderStyle',
  'boxSizing',
  'fontFamily',
  'fontSize',
  'fontWeight',
  'letterSpacing',
  'lineHeight',
  'padding',
  'tabSize',
  'width',
] as const;

/** The place below a character of a field, in the viewport. Browsers don't tell it, so a copy of the text is measured. */
export function caretOf(
  field: HTMLTextAreaElement,
  at: number,
): { readonly top: number; readonly left: number } {
  const copy = document.createElement('div');
  const style = getComputedStyle(field);
  for (const name of COPIED) copy.style[name] = style[name];
  Object.assign(copy.style, {
    position: 'absolute',
    visibility: 'hidden',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
  });
  const mark = document.createElement('span');
  mark.textContent = '\u200B';
  copy.append(field.value.slice(0, at), mark);
  document.body.append(copy);
  const { offsetTop, offsetLeft, offsetHeight } = mark;
  copy.remove();
  const { top, left } = field.getBoundingClientRect();
  return { top: top + offsetTop + offsetHeight - field.scrollTop, left: left + offsetLeft };
}
