import { fileURLToPath } from 'node:url';
import { parseS3Url, type S3Location } from '@tandem/adapter-s3';

/** The location of file contents outside the data folder. */
export type FilesLocation = { readonly folder: string } | { readonly s3: S3Location };

/** Reads `TANDEM_FILES_URL`. Throws a `TypeError` whose message follows "this one" and contains no secret. */
export function parseFilesUrl(url: string): FilesLocation {
  if (!url.startsWith('file:')) return { s3: parseS3Url(url) };
  if (!URL.canParse(url)) throw new TypeError('is not a URL');
  const { host, search, hash } = new URL(url);
  if (host !== '' || search !== '' || hash !== '') throw new TypeError('contains more than a local folder');
  try {
    return { folder: fileURLToPath(url) };
  } catch {
    throw new TypeError('is not the path of a folder');
  }
}

/** The location, as shown to the operator. */
export function shownFiles(place: FilesLocation): string {
  if ('folder' in place) return place.folder;
  const { bucket, prefix, endpoint } = place.s3;
  return `s3://${bucket}${prefix && `/${prefix}`}${endpoint ? ` at ${endpoint}` : ''}`;
}
