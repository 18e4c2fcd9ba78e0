import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement } from 'react';
import styles from './menu.module.css';

export interface MenuEntry {
  readonly text: string;
  readonly act: () => void;
  /** Why it cannot be done now. */
  readonly disabled?: string | undefined;
}

interface MenuProps {
  readonly label: string;
  readonly trigger: ReactElement;
  readonly entries: readonly MenuEntry[];
  readonly open?: boolean | undefined;
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
}

/** Some things of which one is done: by a press, the arrows, or the first letters. */
export function Menu({ label, trigger, entries, open, onOpenChange }: MenuProps) {
  return (
    <Base.Root {...(open !== undefined && { open })} {...(onOpenChange && { onOpenChange })}>
      <Base.Trigger render={trigger} aria-label={label} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} className={styles.place}>
          <Base.Popup className={styles.menu}>
            {entries.map(({ text, act, disabled }) => (
              <Base.Item
                key={text}
                className={styles.entry}
                onClick={act}
                disabled={disabled !== undefined}
                title={disabled}
              >
                {text}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
