import { HOME } from './tandem.ts';

/** Where the contents of a file are; the cookie of the page opens it. */
export const fileUrl = (fileId: string): string =>
  new URL(`api/v1/files/${encodeURIComponent(fileId)}/content`, HOME).href;
