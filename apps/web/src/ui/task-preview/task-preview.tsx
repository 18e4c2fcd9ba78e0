import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { task as taskQuery } from '../../api/queries/task.ts';
import { isGone } from '../../api/tandem.ts';
import { strings } from '../../strings/index.ts';
import styles from './task-preview.module.css';

interface TaskPreviewProps {
  /** The link with `data-task-number`. */
  readonly link: HTMLElement;
  readonly onClose: () => void;
}

/** The title and status of a task next to a link to it. Escape closes it, and the pointer can move onto it. */
export function TaskPreview({ link, onClose }: TaskPreviewProps) {
  const id = useId();
  const number = Number(link.dataset.taskNumber);
  const { data, error } = useQuery({ ...taskQuery(number), retry: false });
  const [{ top, left }, setPlace] = useState({ top: 0, left: 0 });
  useLayoutEffect(() => {
    const { bottom, left } = link.getBoundingClientRect();
    setPlace({ top: bottom, left });
  }, [link]);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    link.setAttribute('aria-describedby', id);
    const ended = new AbortController();
    const on = { capture: true, signal: ended.signal };
    document.addEventListener('scroll', () => close(), on);
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && close(), on);
    return () => {
      ended.abort();
      link.removeAttribute('aria-describedby');
    };
  }, [link, id]);
  const text = data
    ? `#${number} ${data.title} · ${strings().status[data.status]}`
    : isGone(error) && strings().task.notFound(String(number));
  return createPortal(
    <div
      id={id}
      role="tooltip"
      className={styles.preview}
      data-shown={text ? true : undefined}
      style={{ top, left }}
      onMouseLeave={({ relatedTarget }) => relatedTarget !== link && onClose()}
    >
      {text}
    </div>,
    link.closest('[role="dialog"]') ?? document.getElementById('main') ?? document.body,
  );
}
