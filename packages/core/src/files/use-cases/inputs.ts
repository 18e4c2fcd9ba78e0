import { type InputsOf, id } from '../../inputs.ts';
import { anything, object, text } from '../../shared/check.ts';
import type { Upload } from '../../steps/receive-file.ts';
import type { fileUseCases } from './files.ts';

const upload = object<Upload>({ fileName: text, mimeType: text, content: anything() });

export const fileInputs: InputsOf<typeof fileUseCases> = {
  upload: [upload],
  receive: [upload],
  record: [anything()],
  get: [id],
};
