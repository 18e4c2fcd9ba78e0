import type { Attachment } from '@tandem/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { itemsOf } from '../../../api/queries/lists.ts';
import { taskAttachments } from '../../../api/queries/task.ts';
import { tandem } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { useChange } from '../../../ui/change.ts';
import { FileView } from '../../../ui/file-view.tsx';
import { X } from '../../../ui/icons.ts';
import { PagedList } from '../../../ui/paged-list.tsx';
import { Section } from '../../../ui/section.tsx';
import styles from './files.module.css';
import type { Uploads } from './uploads.ts';

interface FilesProps {
  readonly taskNumber: number;
  readonly may: boolean;
  readonly uploads: Uploads;
}

/** The task's attachments: images are shown, other files are links. */
export function Files({ taskNumber, may, uploads }: FilesProps) {
  const query = useInfiniteQuery(taskAttachments(taskNumber));
  const count = itemsOf(query.data).length;
  const remove = useRemove(taskNumber);
  return (
    <Section
      title={strings().task.files}
      count={query.hasNextPage ? undefined : count}
      actions={may && <AddFiles onFiles={uploads.add} />}
    >
      <PagedList query={query}>
        {(files) => (
          <ul className={styles.files}>
            {files.map((file) => (
              <li key={file.id} className={styles.file}>
                <FileView file={file} />
                {may && (
                  <Button
                    icon
                    aria-label={strings().task.removeFile(file.fileName)}
                    onClick={() => remove(file)}
                  >
                    <X />
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      <div role="status" className={styles.under}>
        {uploads.inProgress.map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name.
          <p key={index} className="soft small">
            {strings().task.uploading(name)}
          </p>
        ))}
      </div>
      {may && count === 0 && <p className="soft">{strings().task.filesHint}</p>}
    </Section>
  );
}

/** Only the attachment is removed: Undo can attach the file again. */
function useRemove(taskNumber: number): (file: Attachment) => void {
  const { mutate: attach } = useChange<string>({
    send: (fileId) => tandem.tasks.attach(taskNumber, { fileId }),
    invalidates: ['task'],
  });
  const { mutate } = useChange<Attachment>({
    send: ({ id }) => tandem.tasks.detach(taskNumber, id),
    successMessage: (_, { fileName, fileId }) => ({
      text: strings().task.fileRemoved(fileName),
      undo: () => attach(fileId),
    }),
    invalidates: ['task'],
  });
  return mutate;
}

function AddFiles({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button onClick={() => input.current?.click()}>{strings().task.addFiles}</Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={strings().task.addFiles}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </>
  );
}
