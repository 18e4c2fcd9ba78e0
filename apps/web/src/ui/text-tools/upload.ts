import { createContext } from 'react';

/** Timeout for a large file on a slow connection, in milliseconds. */
export const UPLOAD_MS = 10 * 60_000;

/** Uploads a file so that everyone who can read the text can read the file. */
export type Upload = (file: File) => Promise<{ readonly id: string; readonly mimeType: string }>;

/** How files that are pasted or dropped into a text are uploaded; null where texts take no files. */
export const UploadContext = createContext<Upload | null>(null);
