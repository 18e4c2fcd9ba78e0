export { contentIds, type LocalFilesOptions, localFiles } from './local-files.ts';
