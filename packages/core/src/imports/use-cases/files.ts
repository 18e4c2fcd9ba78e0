import type { File } from '../../files/file.ts';
import { safeFileName, safeMimeType } from '../../files/file.ts';
import type { Attachment } from '../../tasks/attachments.ts';
import { taskEntity } from '../../tasks/task.ts';
import type { RecordOf } from '../record.ts';
import { resolveAuthor, resolveMemberId } from './people.ts';
import { importOnTask } from './tasks.ts';
import { type ImportUnit, idFor, idHere, importOnce, type Taken } from './unit.ts';

/** Imports what an export knows of a file, to an upload of its content by the caller. */
export const importFile = (unit: ImportUnit, record: RecordOf<'file'>): Promise<Taken> =>
  importOnce(unit, record, async () => {
    const { stores, by } = unit;
    const upload = record.uploadId ? await stores.files.byId(record.uploadId) : null;
    // Others' uploads may be private.
    if (!upload || upload.uploaderId !== by.id)
      return 'It has no content here. Upload the content, then send the record with the id of the upload as uploadId.';
    if (record.sha256 && record.sha256 !== upload.sha256)
      return 'The uploaded content is not the one that the record describes.';
    const file: File = {
      ...upload,
      fileName: record.fileName ? safeFileName(record.fileName) : upload.fileName,
      mimeType: record.mimeType ? safeMimeType(record.mimeType) : upload.mimeType,
      uploaderId: (await resolveMemberId(unit, record, record.uploadedBy)) ?? by.id,
      createdAt: record.createdAt ?? upload.createdAt,
    };
    await stores.files.update(file);
    return { id: file.id };
  });

export const importAttachment = (unit: ImportUnit, record: RecordOf<'attachment'>) =>
  importOnTask(unit, record, async (task) => {
    const { stores, now } = unit;
    const { taskNumber } = task;
    const fileId = await idHere(unit, 'file', record.fileId);
    const file = fileId && (await stores.files.byId(fileId));
    if (!file) return 'Its file was not imported.';
    const known = await stores.attachments.ofFile(taskNumber, file.id);
    if (known) return { id: known.id, created: false };
    const { fileName, mimeType, size } = file;
    const attachment: Attachment = {
      id: await idFor(unit, record),
      taskNumber,
      fileId: file.id,
      fileName,
      mimeType,
      size,
      addedBy: await resolveAuthor(unit, record.addedBy),
      createdAt: record.createdAt ?? now,
    };
    await stores.attachments.insert(attachment);
    await unit.record({
      entity: taskEntity(task),
      action: 'attached',
      changes: [{ field: 'attachments', oldValue: null, newValue: fileName }],
      related: { attachmentId: attachment.id, fileId: file.id },
    });
    return { id: attachment.id };
  });
