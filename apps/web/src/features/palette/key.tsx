import { strings } from '../../strings/index.ts';
import { isMac } from '../../ui/keys.ts';

/** A keyboard shortcut as it is pressed. */
export function Key({ name }: { name: string }) {
  const [first = '', second] = name.split(' ');
  return (
    <>
      <kbd>{keyText(first)}</kbd>
      {second && (
        <>
          {' '}
          {strings().palette.after} <kbd>{keyText(second)}</kbd>
        </>
      )}
    </>
  );
}

/** The label printed on the key. */
const keyText = (key: string): string =>
  key
    .replace('mod+', isMac ? '⌘ ' : 'Ctrl ')
    .replace('shift+', 'Shift ')
    .replace('alt+', isMac ? '⌥ ' : 'Alt ')
    .replace('arrowup', '↑')
    .replace('arrowdown', '↓')
    .replace(/\p{L}+$/u, (letters) => letters.charAt(0).toUpperCase() + letters.slice(1));
