import { type FocusEvent, lazy, type MouseEvent, Suspense, useState } from 'react';

const TaskPreview = lazy(async () => ({ default: (await import('./task-preview.tsx')).TaskPreview }));

const linkIn = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('a[data-task-number]') : null;

/** Shows the title and status of a linked task while its link has the pointer or the focus. */
export function useTaskPreview() {
  const [link, setLink] = useState<HTMLElement | null>(null);
  const show = ({ target }: MouseEvent | FocusEvent) => setLink(linkIn(target));
  const hide = ({ relatedTarget }: MouseEvent | FocusEvent) => {
    const isOver = relatedTarget instanceof Element && relatedTarget.closest('[role="tooltip"]');
    if (!isOver && linkIn(relatedTarget) !== link) setLink(null);
  };
  return {
    handlers: { onMouseOver: show, onMouseOut: hide, onFocus: show, onBlur: hide },
    element: link && (
      <Suspense>
        <TaskPreview key={link.dataset.taskNumber} link={link} onClose={() => setLink(null)} />
      </Suspense>
    ),
  };
}
