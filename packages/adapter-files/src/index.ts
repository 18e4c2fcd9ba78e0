export { type LocalFilesOptions, localFiles } from './local-files.ts';
