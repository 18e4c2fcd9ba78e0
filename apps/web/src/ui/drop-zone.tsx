import { type ReactNode, useState } from 'react';
import styles from './drop-zone.module.css';

interface DropZoneProps {
  readonly className?: string | undefined;
  /** Without it, files are refused. */
  readonly onFiles?: ((files: FileList) => void) | undefined;
  /** Shown while files are over the area. */
  readonly hint: string;
  readonly children: ReactNode;
}

/** An area that accepts dropped files. A button is the alternative to dropping. */
export function DropZone({ className, onFiles, hint, children }: DropZoneProps) {
  const [isOver, setIsOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; a button does the same.
    <div
      className={[styles.zone, className].filter(Boolean).join(' ')}
      onDragOver={(event) => {
        if (!onFiles || !event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
      }}
      onDrop={(event) => {
        setIsOver(false);
        if (!onFiles || event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        onFiles(event.dataTransfer.files);
      }}
    >
      {children}
      {isOver && <p className={styles.over}>{hint}</p>}
    </div>
  );
}
