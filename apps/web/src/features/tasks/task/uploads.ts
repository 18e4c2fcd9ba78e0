import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { taskAttachments } from '../../../api/queries/task.ts';
import { messageOf, tandem } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { UPLOAD_MS, type Upload } from '../../../ui/text-tools/upload.ts';
import { toast } from '../../../ui/toasts.ts';

export interface Uploads {
  /** Names of the files being uploaded. */
  readonly inProgress: readonly string[];
  /** Files are being dragged over the page. */
  readonly isOver: boolean;
  add(files: readonly File[]): void;
  /** Uploads a file into a text of the task, and attaches it, which lets everyone read it. */
  readonly intoText: Upload;
}

/** Uploads files one after another and attaches them to a task. A refused file doesn't stop the others. */
export function useUploads(taskNumber: number, may: boolean): Uploads {
  const queries = useQueryClient();
  const [inProgress, setUnder] = useState<readonly string[]>([]);
  const [isOver, setOver] = useState(false);
  const upload = useCallback<Upload>(
    async (file) => {
      const uploaded = await tandem.files.upload(file, { timeoutMs: UPLOAD_MS });
      await tandem.tasks.attach(taskNumber, { fileId: uploaded.id });
      void queries.invalidateQueries({ queryKey: taskAttachments(taskNumber).queryKey });
      return uploaded;
    },
    [queries, taskNumber],
  );
  const addOne = async (file: File) => {
    try {
      await upload(file);
    } catch (error) {
      toast({
        tone: 'bad',
        text: `${strings().task.notUploaded(file.name)} ${messageOf(error)}`,
        action: { text: strings().tryAgain, act: () => add([file]) },
      });
    }
  };
  const add = async (files: readonly File[]) => {
    setUnder((names) => [...names, ...files.map(({ name }) => name)]);
    for (const file of files) {
      await addOne(file);
      setUnder((names) => names.toSpliced(names.indexOf(file.name), 1));
    }
  };
  useGiven(may, setOver, add);
  return { inProgress, isOver, add: (files) => void add(files), intoText: upload };
}

/** Accepts files dropped or pasted anywhere on the page: otherwise the browser would navigate to a dropped file. */
function useGiven(
  may: boolean,
  onOver: (isOver: boolean) => void,
  onFiles: (files: readonly File[]) => Promise<void>,
): void {
  const take = useEffectEvent((event: Event, data: DataTransfer | null) => {
    const files = [...(data?.files ?? [])];
    if (event.defaultPrevented || files.length === 0) return;
    event.preventDefault();
    void onFiles(files);
  });
  useEffect(() => {
    if (!may) return;
    const ended = new AbortController();
    const on = { signal: ended.signal };
    document.addEventListener(
      'dragover',
      (event) => {
        if (!event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        onOver(true);
      },
      on,
    );
    document.addEventListener(
      'dragleave',
      ({ relatedTarget }) => relatedTarget === null && onOver(false),
      on,
    );
    document.addEventListener(
      'drop',
      (event) => {
        onOver(false);
        take(event, event.dataTransfer);
      },
      on,
    );
    document.addEventListener('paste', (event) => take(event, event.clipboardData), on);
    return () => ended.abort();
  }, [may, onOver]);
}
