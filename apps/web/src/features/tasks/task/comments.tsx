import type { Comment } from '@tandem/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { itemsOf } from '../../../api/queries/lists.ts';
import { taskComments } from '../../../api/queries/task.ts';
import { tandem } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { useChange } from '../../../ui/change.ts';
import { useKeys } from '../../../ui/keys.ts';
import { MarkdownField } from '../../../ui/markdown-field.tsx';
import { PagedList } from '../../../ui/paged-list.tsx';
import { Section } from '../../../ui/section.tsx';
import { CommentView } from './comment.tsx';

interface CommentsProps {
  readonly taskNumber: number;
  readonly may: boolean;
}

/** The task's comments, oldest first, and the field for a new one. */
export function Comments({ taskNumber, may }: CommentsProps) {
  const query = useInfiniteQuery(taskComments(taskNumber));
  const { data, hasNextPage } = query;
  const [sent, setSent] = useState<readonly Comment[]>([]);
  const comments = itemsOf(data);
  // Show the person's new comment even if unread pages come before it.
  const beyond = hasNextPage ? sent.filter(({ id }) => !comments.some((comment) => comment.id === id)) : [];
  const linesOf = (some: readonly Comment[]) => (
    <ol className="stack-l">
      {some.map((comment) => (
        <li key={comment.id}>
          <CommentView taskNumber={taskNumber} comment={comment} may={may} />
        </li>
      ))}
    </ol>
  );
  return (
    <Section title={strings().task.comments} count={hasNextPage ? undefined : comments.length}>
      <PagedList query={query}>{linesOf}</PagedList>
      {beyond.length > 0 && linesOf(beyond)}
      {may && (
        <NewComment taskNumber={taskNumber} onSent={(comment) => setSent((before) => [...before, comment])} />
      )}
    </Section>
  );
}

interface NewCommentProps {
  readonly taskNumber: number;
  readonly onSent: (comment: Comment) => void;
}

function NewComment({ taskNumber, onSent }: NewCommentProps) {
  const form = useRef<HTMLDivElement>(null);
  const [body, setBody] = useState('');
  const [isUploading, setUploading] = useState(false);
  const { mutate, isPending } = useChange<string, Comment>({
    send: (text) => tandem.tasks.comment(taskNumber, { body: text }),
    onDone: (comment) => {
      setBody('');
      onSent(comment);
    },
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
