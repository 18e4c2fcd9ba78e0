export { parseS3Url, type S3Location } from './bucket-url.ts';
export { type S3Files, type S3FilesOptions, s3Files } from './s3-files.ts';
export { problemOf, S3Trouble } from './trouble.ts';
