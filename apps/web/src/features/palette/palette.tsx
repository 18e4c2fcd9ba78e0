import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { strings } from '../../strings/index.ts';
import { Search } from '../../ui/icons.ts';
import { isMac, useKeys } from '../../ui/keys.ts';
import { typedAhead } from '../../ui/typed-ahead.ts';
import { pageKeys } from './page-keys.ts';
import styles from './palette.module.css';

const PaletteDialog = lazy(async () => ({ default: (await import('./palette-dialog.tsx')).PaletteDialog }));
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }));

type Open = 'palette' | 'keys' | null;

/** The command palette and the list of keyboard shortcuts, available on every page. */
export function Palette() {
  const [open, setOpen] = useState<Open>(null);
  const navigate = useNavigate();
  const { palette, nav } = strings();
  const openPalette = () => {
    typedAhead.hold();
    setOpen('palette');
  };
  useKeys([
    { key: 'mod+k', text: palette.open, act: () => (open === 'palette' ? setOpen(null) : openPalette()) },
    {
      key: '/',
      text: nav.search,
      act: () => {
        const field = document.querySelector<HTMLElement>('main input[type="search"]');
        if (field) return field.focus();
        typedAhead.hold();
        void navigate({ to: '/search' });
      },
    },
    { key: '?', text: palette.showKeys, act: () => setOpen('keys') },
    ...pageKeys((to) => void navigate({ to })),
  ]);
  return (
    <>
      <button type="button" className={styles.button} onClick={openPalette}>
        <Search />
        <span>{palette.open}</span> <kbd>{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <Suspense>
        {open === 'palette' && <PaletteDialog onClose={() => setOpen(null)} onKeys={() => setOpen('keys')} />}
        {open === 'keys' && <KeysDialog onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  );
}
