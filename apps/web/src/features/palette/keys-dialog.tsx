import { useState } from 'react';
import { strings } from '../../strings/index.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckBox } from '../../ui/fields.tsx';
import { boundKeys, singleKeys } from '../../ui/keys.ts';
import { Key } from './key.tsx';
import styles from './palette.module.css';

/** The keyboard shortcuts that work now, those of the page first, and the switch for single keys. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  // The bindings from before the dialog opened; the dialog itself binds none.
  const [keys] = useState(() => boundKeys().filter(firstOfItsKey));
  const [on, setOn] = useState(singleKeys.on());
  const { palette } = strings();
  return (
    <Dialog title={palette.keys} open onClose={onClose}>
      <CheckBox
        label={palette.singleKeys}
        checked={on}
        onChange={(to) => {
          singleKeys.turn(to);
          setOn(to);
        }}
      />
      <p className="soft small">{palette.singleKeysHint}</p>
      <table className={styles.keys}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{palette.key}</th>
            <th scope="col">{palette.action}</th>
          </tr>
        </thead>
        <tbody>
          {keys.map(({ key, text }) => (
            <tr key={key} data-off={(!on && !key.startsWith('mod+')) || undefined}>
              <td>
                <Key name={key} />
              </td>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}

const firstOfItsKey = (binding: { key: string }, index: number, all: readonly { key: string }[]) =>
  all.findIndex(({ key }) => key === binding.key) === index;
