import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { strings } from '../../strings/index.ts';
import { replace } from './edit.ts';
import { type SuggestionKeys, Suggestions } from './suggestions.tsx';
import { applyKey, Toolbar } from './toolbar.tsx';
import { type Trigger, triggerIn } from './trigger.ts';
import { useInsertFiles } from './use-insert-files.ts';

interface TextToolsProps {
  /** Null while the preview is shown. */
  readonly field: HTMLTextAreaElement | null;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBusy?: ((isBusy: boolean) => void) | undefined;
}

/** Helps to write Markdown: formatting, files, and suggestions of members and tasks. */
export function TextTools({ field, value, onChange, onBusy }: TextToolsProps) {
  const insertFiles = useInsertFiles({ field, value, onChange, onBusy });
  return field && <Tools field={field} onFiles={insertFiles} />;
}

interface ToolsProps {
  readonly field: HTMLTextAreaElement;
  /** Null if the text takes no files. */
  readonly onFiles: ((files: readonly File[]) => void) | null;
}

function Tools({ field, onFiles }: ToolsProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const suggestionKeys = useRef<SuggestionKeys | null>(null);
  const [trigger, setTrigger] = useState<Trigger | null>(null);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return;
    const isTaken = suggestionKeys.current?.(event.key) ?? false;
    if (!isTaken && !applyKey(field, event)) return;
    event.preventDefault();
    // Escape closes only the suggestions, and Enter only chooses.
    if (isTaken) event.stopPropagation();
  });
  const take = useEffectEvent((event: Event, data: DataTransfer | null) => {
    const files = [...(data?.files ?? [])];
    // Office programs copy a picture of a text with the text.
    if (!onFiles || files.length === 0 || data?.types.includes('text/plain')) return;
    event.preventDefault();
    onFiles(files);
  });
  useEffect(() => {
    const ended = new AbortController();
    const on = { signal: ended.signal };
    const look = () => setTrigger((before) => triggerIn(field, before));
    field.addEventListener('keydown', (event) => onKey(event), on);
    for (const type of ['input', 'click', 'keyup']) field.addEventListener(type, look, on);
    field.addEventListener('blur', () => setTrigger(null), on);
    field.addEventListener('paste', (event) => take(event, event.clipboardData), on);
    field.addEventListener('drop', (event) => take(event, event.dataTransfer), on);
    return () => ended.abort();
  }, [field]);
  const choose = (text: string) => {
    if (trigger) replace(field, trigger.from, field.selectionStart, `${text} `);
    setTrigger(null);
  };
  return (
    <>
      <Toolbar field={field} onFiles={onFiles ? () => chooser.current?.click() : undefined} />
      {onFiles && (
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          aria-label={strings().markdown.tools.file}
          onChange={({ target }) => {
            onFiles([...(target.files ?? [])]);
            target.value = '';
          }}
        />
      )}
      {trigger && !trigger.isDismissed && (
        <Suggestions
          field={field}
          trigger={trigger}
          keys={suggestionKeys}
          onChoose={choose}
          onClose={() => setTrigger({ ...trigger, isDismissed: true })}
        />
      )}
    </>
  );
}
