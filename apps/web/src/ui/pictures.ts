import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { file } from '../api/queries/files.ts';
import { HOME } from '../api/tandem.ts';

/** Image types that can't contain scripts or refer to other servers. */
const RASTERS: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];

export const isRaster = (mimeType: string): boolean => RASTERS.includes(mimeType.split(';')[0] ?? '');

/** The address of a file in a text: relative, so that it stays valid when the server moves. */
export const addressOf = (fileId: string): string => `api/v1/files/${fileId}/content`;

const ADDRESS = /^api\/v1\/files\/([0-9A-Z]{26})\/content$/i;

/** The id of the file at this address; null for addresses of anything else. */
export function fileIdOf(address: string): string | null {
  if (!URL.canParse(address, HOME.href)) return null;
  const { origin, pathname } = new URL(address, HOME);
  if (origin !== HOME.origin || !pathname.startsWith(HOME.pathname)) return null;
  return ADDRESS.exec(pathname.slice(HOME.pathname.length))?.[1]?.toUpperCase() ?? null;
}

/** The maximum number of pictures in a text; further ones are links. */
const MAX_PICTURES = 30;

const IN_TEXT = /api\/v1\/files\/([0-9A-Z]{26})\/content/gi;

/** The ids of the files that a text refers to. */
export const filesIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(IN_TEXT)].map(([, id]) => String(id).toUpperCase())),
];

/** The files in a text that are pictures, by their stored media type. */
export function usePictures(text: string): ReadonlySet<string> {
  const ids = useMemo(() => filesIn(text), [text]);
  return useQueries({
    queries: ids.slice(0, MAX_PICTURES).map((id) => file(id)),
    combine: shownOf,
  });
}

const NONE: ReadonlySet<string> = new Set();

function shownOf(
  read: readonly { readonly data: { id: string; mimeType: string } | undefined }[],
): ReadonlySet<string> {
  const shown = read.flatMap(({ data }) => (data && isRaster(data.mimeType) ? [data.id] : []));
  return shown.length === 0 ? NONE : new Set(shown);
}
