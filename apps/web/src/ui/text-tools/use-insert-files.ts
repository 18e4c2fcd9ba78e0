import { useContext, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../api/tandem.ts';
import { strings } from '../../strings/index.ts';
import { addressOf, isRaster } from '../pictures.ts';
import { toast } from '../toasts.ts';
import { replace, replaceQuietly } from './edit.ts';
import { UploadContext } from './upload.ts';

interface Text {
  readonly field: HTMLTextAreaElement | null;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBusy?: ((isBusy: boolean) => void) | undefined;
}

/**
 * Uploads files and inserts them at the caret: pictures are shown, other files are links. A placeholder marks the
 * place until then. A refused file leaves the rest of the text as it is.
 */
export function useInsertFiles(text: Text): ((files: readonly File[]) => void) | null {
  const upload = useContext(UploadContext);
  const latest = useRef<Text | null>(text);
  latest.current = text;
  const [count, setCount] = useState(0);
  const { onBusy } = text;
  useEffect(() => onBusy?.(count > 0), [onBusy, count]);
  useEffect(
    () => () => {
      latest.current = null;
    },
    [],
  );
  if (!upload) return null;
  const insert = async (file: File) => {
    const { field } = latest.current ?? {};
    if (!field) return;
    const placeholder = unusedIn(field.value, file.name);
    replace(field, field.selectionStart, field.selectionEnd, placeholder);
    setCount((before) => before + 1);
    try {
      const { id, mimeType } = await upload(file);
      settle(
        latest.current,
        placeholder,
        `${isRaster(mimeType) ? '!' : ''}[${escaped(file.name)}](${addressOf(id)})`,
      );
    } catch (error) {
      settle(latest.current, placeholder, '');
      toast({
        tone: 'bad',
        text: `${strings().task.notUploaded(file.name)} ${messageOf(error)}`,
        action: { text: strings().tryAgain, act: () => void insert(file) },
      });
    } finally {
      setCount((before) => before - 1);
    }
  };
  return (files) => {
    for (const file of files) void insert(file);
  };
}

/** Replaces the placeholder, unless the person has deleted it or closed the field. */
function settle(text: Text | null, placeholder: string, by: string): void {
  if (!text) return;
  const { field, value, onChange } = text;
  const now = field?.value ?? value;
  const at = now.indexOf(placeholder);
  if (at < 0) return;
  if (field) replaceQuietly(field, at, at + placeholder.length, by);
  else onChange(now.replace(placeholder, () => by));
}

/** A placeholder that the text doesn't have yet: two files may have one name. */
function unusedIn(text: string, name: string): string {
  for (let i = 1; ; i++) {
    const placeholder = `![${strings().task.uploading(escaped(name))}${i > 1 ? ` ${i}` : ''}]()`;
    if (!text.includes(placeholder)) return placeholder;
  }
}

const escaped = (name: string) => name.replaceAll(/[[\]\\]/g, '\\$&');
