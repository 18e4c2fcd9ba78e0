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

/** Menus stand within the page's own landmark, where screen readers and axe look for content. */
const landmark = () => document.getElementById('main') ?? undefined;

/** Some things of which one is done: by a press, the arrows, or the first letters. */
export const Menu = ({ label, trigger, entries, open, onOpenChange }: MenuProps) => (
  <Base.Root {...(open !== undefined && { open })} {...(onOpenChange && { onOpenChange })}>
    <Base.Trigger render={trigger} aria-label={label} />
    <Base.Portal container={landmark()}>
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
  /** Beside what it stands; null: it is closed. */
  readonly at: Element | null;
  readonly onClose: () => void;
  /** What gets the focus afterwards. */
  readonly home: () => HTMLElement | null;
}

/** One menu for many places, where a menu in each would cost too much: it is opened by whatever knows the place. */
export const MenuAt = ({ label, entries, at, onClose, home }: MenuAtProps) => (
  <Base.Root open={at !== null} onOpenChange={(open) => !open && onClose()}>
    <Base.Portal container={landmark()}>
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
  entries.map(({ text, act, disabled }) => (
    <Base.Item
      key={text}
      className={styles.entry}
      onClick={act}
      disabled={disabled !== undefined}
      title={disabled}
    >
      {text}
    </Base.Item>
  ));
