import { useQueryClient } from '@tanstack/react-query';
import { type ClipboardEvent, type DragEvent, useState } from 'react';
import { taskAttachments } from '../../../api/queries/task.ts';
import { messageOf, tandem } from '../../../api/tandem.ts';
import { texts } from '../../../app/texts/index.ts';
import { toast } from '../../../ui/toasts.ts';

/** How long a large file may take over a slow line. */
const UPLOAD_MS = 10 * 60_000;

/** What of a page takes files that are dropped or pasted. */
interface Target {
  onDragOver(event: DragEvent): void;
  onDragLeave(event: DragEvent): void;
  onDrop(event: DragEvent): void;
  onPaste(event: ClipboardEvent): void;
}

export interface Uploads {
  /** Names of the files that are on their way. */
  readonly under: readonly string[];
  /** Whether files are held over the page. */
  readonly isOver: boolean;
  readonly target: Target;
  add(files: readonly File[]): void;
}

/** Puts files on a task: uploaded one after another, then attached. One that is refused does not hold up the others. */
export function useUploads(taskNumber: number): Uploads {
  const queries = useQueryClient();
  const [under, setUnder] = useState<readonly string[]>([]);
  const [isOver, setOver] = useState(false);
  const upload = async (file: File) => {
    try {
      const { id } = await tandem.files.upload(file, { timeoutMs: UPLOAD_MS });
      await tandem.tasks.attach(taskNumber, { fileId: id });
    } catch (error) {
      toast({
        tone: 'bad',
        text: `${texts.task.notUploaded(file.name)} ${messageOf(error)}`,
        action: { text: texts.tryAgain, act: () => add([file]) },
      });
    }
  };
  const add = async (files: readonly File[]) => {
    setUnder((names) => [...names, ...files.map(({ name }) => name)]);
    for (const file of files) {
      await upload(file);
      setUnder((names) => names.toSpliced(names.indexOf(file.name), 1));
      void queries.invalidateQueries({ queryKey: taskAttachments(taskNumber).queryKey });
    }
  };
  const take = (event: DragEvent | ClipboardEvent, { files }: DataTransfer) => {
    if (files.length === 0) return;
    event.preventDefault();
    void add([...files]);
  };
  const target: Target = {
    onDragOver: (event) => {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: ({ currentTarget, relatedTarget }) => {
      if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false);
    },
    onDrop: (event) => {
      setOver(false);
      take(event, event.dataTransfer);
    },
    onPaste: (event) => take(event, event.clipboardData),
  };
  return { under, isOver, target, add: (files) => void add(files) };
}
