import { useRef, useState } from 'react';
import { tandem } from '../../../../api/tandem.ts';
import { strings } from '../../../../strings/index.ts';
import { Button } from '../../../../ui/button.tsx';
import { useChange } from '../../../../ui/change.ts';
import { useKeys } from '../../../../ui/keys.ts';
import { MarkdownField } from '../../../../ui/markdown-field.tsx';

/** The field for a new comment. */
export function NewComment({ taskNumber }: { taskNumber: number }) {
  const form = useRef<HTMLDivElement>(null);
  const [body, setBody] = useState('');
  const [isUploading, setUploading] = useState(false);
  const { mutate, isPending } = useChange<string>({
    send: (text) => tandem.tasks.comment(taskNumber, { body: text }),
    onDone: () => setBody(''),
    invalidates: ['task'],
  });
  useKeys([
    {
      key: 'm',
      text: strings().task.keyComment,
      act: () => form.current?.querySelector('textarea')?.focus(),
    },
  ]);
  const isBlank = body.trim() === '';
  const maySend = !isBlank && !isPending && !isUploading;
  const send = () => maySend && mutate(body);
  return (
    <div ref={form} className="stack">
      <MarkdownField
        bare
        label={strings().task.newComment}
        value={body}
        onChange={setBody}
        draftKey={`comment-${taskNumber}`}
        rows={3}
        onSubmit={send}
        onBusy={setUploading}
      />
      <div className="beside">
        <Button primary disabled={!maySend} onClick={send}>
          {strings().task.comment}
        </Button>
      </div>
    </div>
  );
}
