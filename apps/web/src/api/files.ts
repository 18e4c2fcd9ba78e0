import { HOME } from './tandem.ts';

/** The URL of a file's contents, authorized by the session cookie. */
export const fileUrl = (fileId: string): string =>
  new URL(`api/v1/files/${encodeURIComponent(fileId)}/content`, HOME).href;
