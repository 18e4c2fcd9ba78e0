export { type LocalFilesOptions, localFiles as files } from '@tandem/adapter-files';
