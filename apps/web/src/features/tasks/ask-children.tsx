import { lazy, Suspense } from 'react';
import { useChildrenQuestion } from './children-question.ts';

const ChildrenDialog = lazy(async () => ({
  default: (await import('./children-dialog.tsx')).ChildrenDialog,
}));

/** The question about open sub-tasks, on any page. Its dialog is loaded on first use. */
export function AskAboutChildren() {
  const question = useChildrenQuestion();
  return <Suspense>{question && <ChildrenDialog {...question} />}</Suspense>;
}
