import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { landmark } from './landmark.ts';
import styles from './menu.module.css';

export interface MenuEntry {
  readonly text: string;
  /** A sign in front of the text. */
  readonly icon?: ReactNode;
  readonly act: () => void;
  /** The reason it is disabled. */
  readonly disabled?: string | undefined;
}

interface MenuProps {
  readonly label: string;
  readonly trigger: ReactElement;
  readonly entries: readonly MenuEntry[];
  readonly open?: boolean | undefined;
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
}

/** A menu of actions, used by click, arrow keys, or first letters. */
export const Menu = ({ label, trigger, entries, open, onOpenChange }: MenuProps) => (
  <Base.Root {...(open !== undefined && { open })} {...(onOpenChange && { onOpenChange })}>
    <Base.Trigger render={trigger} aria-label={label} />
    <Base.Portal container={landmark}>
      <Base.Positioner sideOffset={4} className={styles.place}>
        <Base.Popup className={styles.menu}>
          <Entries entries={entries} />
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
);

interface MenuAtProps {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  /** The element to place it next to; null if closed. */
  readonly at: Element | null;
  readonly onClose: () => void;
  /** Returns the element to focus afterwards. */
  readonly home: () => HTMLElement | null;
}

/**
 * One shared menu for many elements, for which a menu each would be too expensive; the caller passes the element.
 */
export const MenuAt = ({ label, entries, at, onClose, home }: MenuAtProps) => (
  <Base.Root open={at !== null} onOpenChange={(open) => !open && onClose()}>
    <Base.Portal container={landmark}>
      <Base.Positioner anchor={at} sideOffset={4} align="start" className={styles.place}>
        <Base.Popup className={styles.menu} aria-label={label} finalFocus={() => home() ?? true}>
          <p className={styles.title} aria-hidden>
            {label}
          </p>
          <Entries entries={entries} />
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
);

const Entries = ({ entries }: { entries: readonly MenuEntry[] }) =>
  entries.map(({ text, icon, act, disabled }) => (
    <Base.Item
      key={text}
      className={styles.entry}
      onClick={act}
      disabled={disabled !== undefined}
      title={disabled}
    >
      {icon}
      {text}
    </Base.Item>
  ));
