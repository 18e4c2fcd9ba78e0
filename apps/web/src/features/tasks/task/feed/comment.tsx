import type { Comment } from '@tandem/client';
import { useEffect, useRef, useState } from 'react';
import { useCurrentMember } from '../../../../api/queries/who.ts';
import { tandem } from '../../../../api/tandem.ts';
import { strings } from '../../../../strings/index.ts';
import { Button } from '../../../../ui/button.tsx';
import { useChange } from '../../../../ui/change.ts';
import { Confirm } from '../../../../ui/confirm.tsx';
import { Pencil, X } from '../../../../ui/icons.ts';
import { Markdown } from '../../../../ui/markdown.tsx';
import { MarkdownField } from '../../../../ui/markdown-field.tsx';
import { MemberName } from '../../../../ui/member-name.tsx';
import { storeDraft, storedDraft } from '../../../../ui/stored-draft.ts';
import { RelativeTime } from '../../../../ui/time.tsx';
import styles from './comment.module.css';

/** The hash of a comment's address. */
const anchorOf = (id: string) => `comment-${id}`;

interface CommentViewProps {
  readonly taskNumber: number;
  readonly comment: Comment;
  readonly may: boolean;
}

/** A comment. Its author edits it, and its author or an admin deletes it. */
export function CommentView({ taskNumber, comment, may }: CommentViewProps) {
  const { id, author, body, createdAt, updatedAt } = comment;
  const { caller, role } = useCurrentMember();
  const article = useRef<HTMLElement>(null);
  // The browser looks for the target of the address before comments are there.
  useEffect(() => {
    if (location.hash === `#${anchorOf(id)}`) article.current?.scrollIntoView({ block: 'center' });
  }, [id]);
  const isOwn = caller.id === author.id;
  const mayDelete = role === 'admin' || isOwn;
  const keep = `comment-text-${id}`;
  const [draft, setDraft] = useState(() => storedDraft(keep)?.text ?? null);
  const [asking, setAsking] = useState(false);
  const [isUploading, setUploading] = useState(false);
  const write = (text: string | null) => {
    storeDraft(keep, text === null ? null : { text, base: body });
    setDraft(text);
  };
  const edit = useChange<string>({
    send: (text) => tandem.tasks.editComment(taskNumber, id, { body: text }),
    onDone: () => write(null),
    invalidates: ['task'],
  });
  const remove = useChange({ send: () => tandem.tasks.deleteComment(taskNumber, id), invalidates: ['task'] });
  const maySend = draft !== null && draft.trim() !== '' && !edit.isPending && !isUploading;
  const send = () => maySend && edit.mutate(draft);
  return (
    <article
      ref={article}
      id={anchorOf(id)}
      className={styles.comment}
      aria-label={strings().task.commentOf(author.displayName)}
    >
      <header className="line">
        <span className="beside">
          <strong>
            <MemberName name={author.name} displayName={author.displayName} agent={author.type === 'agent'} />
          </strong>
          <span className="soft small">
            <RelativeTime at={createdAt} />
            {updatedAt !== createdAt && ` · ${strings().task.edited}`}
          </span>
        </span>
        {may && draft === null && (
          <span className={styles.tools}>
            {isOwn && (
              <Button
                icon
                aria-label={strings().edit(strings().task.editComment)}
                onClick={() => setDraft(body)}
              >
                <Pencil />
              </Button>
            )}
            {mayDelete && (
              <Button icon aria-label={strings().task.deleteComment} onClick={() => setAsking(true)}>
                <X />
              </Button>
            )}
          </span>
        )}
      </header>
      {draft === null ? (
        <Markdown text={body} />
      ) : (
        <div className="stack">
          <MarkdownField
            bare
            autoFocus
            label={strings().task.commentOf(author.displayName)}
            value={draft}
            onChange={write}
            onSubmit={send}
            onBusy={setUploading}
          />
          <div className="beside">
            <Button primary disabled={!maySend} onClick={send}>
              {strings().save}
            </Button>
            <Button onClick={() => write(null)}>{strings().cancel}</Button>
          </div>
        </div>
      )}
      <Confirm
        title={strings().task.deleteCommentTitle}
        action={strings().task.delete}
        open={asking}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsking(false)}
      >
        {strings().task.deleteCommentHint}
      </Confirm>
    </article>
  );
}
