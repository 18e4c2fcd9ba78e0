/* Shared by the page and the command: reading exports and sending their records. Nothing here needs Node. */
export { CannotDo } from '../ending.ts';
export type { SourceFile } from './files/text.ts';
export { unknownPeople } from './people.ts';
export { foreignExport, type PreparedImport } from './prepared.ts';
export { lastProject, previewed, serverImport } from './receiver.ts';
export { previewReport, type Sent, sendAll, sentReport } from './send.ts';
export type { Source } from './source.ts';
export { SOURCES } from './sources/index.ts';
export { createdBy, undoImport, undoReport } from './undo.ts';
