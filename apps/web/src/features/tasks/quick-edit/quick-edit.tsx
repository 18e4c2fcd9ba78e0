import { lazy, Suspense } from 'react';
import { quickEdit, useQuickEdit } from './opened.ts';

const QuickEditDialog = lazy(async () => ({
  default: (await import('./quick-edit-dialog.tsx')).QuickEditDialog,
}));

/** Changes a field of tasks on any page. Loaded on first use. */
export function QuickEdit() {
  const edit = useQuickEdit();
  return <Suspense>{edit && <QuickEditDialog {...edit} onClose={quickEdit.close} />}</Suspense>;
}
