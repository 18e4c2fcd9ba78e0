import { useRef, useState } from 'react';
import { newKey } from '../../api/dedupe.ts';
import { messageOf, tandem } from '../../api/tandem.ts';
import { strings } from '../../strings/index.ts';
import { storedValue } from '../../ui/stored-value.ts';
import { toast } from '../../ui/toasts.ts';
import type { ChatFile } from './use-send.ts';

/** A file attached to the next message. */
interface ChosenFile {
  readonly key: string;
  readonly name: string;
  /** Set after the upload. */
  readonly file?: ChatFile;
}

/** Timeout for a large file on a slow connection, in milliseconds. */
const UPLOAD_MS = 10 * 60_000;

/** The API's limit per message. */
const MAX_FILES = 10;

/** The attachments of an unsent message. They are uploaded immediately and survive a reload once uploaded. */
export function useFiles(name: string) {
  const stored = storedValue<readonly ChosenFile[]>(`files-${name}`);
  const [chosen, setChosen] = useState<readonly ChosenFile[]>(() => stored.get() ?? []);
  const removed = useRef(new Set<string>());

  /** If the person has gone to another page, the file is there when they come back. */
  const store = (change: (files: readonly ChosenFile[]) => readonly ChosenFile[]) => {
    const files = change(stored.get() ?? []);
    stored.set(files.length > 0 ? files : null);
  };
  const remove = (key: string) => {
    const without = (files: readonly ChosenFile[]) => files.filter((each) => each.key !== key);
    removed.current.add(key);
    store(without);
    setChosen(without);
  };

  const upload = async (uploaded: File) => {
    const key = newKey();
    setChosen((files) => [...files, { key, name: uploaded.name }]);
    try {
      const { id: fileId, ...about } = await tandem.files.upload(uploaded, {
        idempotencyKey: key,
        timeoutMs: UPLOAD_MS,
      });
      if (removed.current.has(key)) return;
      const ready = { key, name: uploaded.name, file: { fileId, ...about } };
      store((files) => [...files, ready]);
      setChosen((files) => files.map((each) => (each.key === key ? ready : each)));
    } catch (error) {
      remove(key);
      toast({ tone: 'bad', text: strings().chats.notUploaded(uploaded.name, messageOf(error)) });
    }
  };

  return {
    chosen,
    ready: chosen.flatMap(({ file }) => file ?? []),
    isUploading: chosen.some(({ file }) => !file),
    add: (files: Iterable<File>) => {
      const uploaded = [...files];
      if (chosen.length + uploaded.length > MAX_FILES)
        toast({ tone: 'bad', text: strings().chats.maxFiles(MAX_FILES) });
      for (const file of uploaded.slice(0, MAX_FILES - chosen.length)) void upload(file);
    },
    remove,
    /** Called after sending, also if the page has changed since. */
    clear: () => {
      stored.set(null);
      setChosen([]);
    },
    set: (files: readonly ChatFile[]) => {
      const uploaded = files.map((file) => ({ key: file.fileId, name: file.fileName, file }));
      store(() => uploaded);
      setChosen(uploaded);
    },
  };
}
