import { contract } from '@tandem/contract';
import type { File } from '@tandem/core';
import { created, ok } from '../http/answer.ts';
import { bind } from '../http/binding.ts';
import { download } from '../http/file-transfer.ts';
import { iso } from '../http/iso.ts';

export const presentFile = ({ id, fileName, mimeType, size, createdAt }: File) => ({
  id,
  fileName,
  mimeType,
  size,
  createdAt: iso(createdAt),
});

export const files = bind(contract.files, {
  upload: async ({ tandem, caller, file }) =>
    created(presentFile(await tandem.files.record(caller, file as File))),
  get: async ({ tandem, caller, params }) => ok(presentFile(await tandem.files.get(caller, params.fileId))),
  content: async ({ tandem, caller, params, req, res }) => {
    const file = await tandem.files.get(caller, params.fileId);
    return download(file, req, res, (range) => tandem.files.content(file, range));
  },
});
