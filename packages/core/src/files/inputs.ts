import { anything, object, text } from '../shared/check.ts';
import { type InputsOf, id } from '../shared/inputs.ts';
import type { fileUseCases, Upload } from './use-cases.ts';

const upload = object<Upload>({ fileName: text, mimeType: text, content: anything() });

export const fileInputs: InputsOf<typeof fileUseCases> = {
  upload: [upload],
  receive: [upload],
  record: [anything()],
  get: [id],
};
