import { lazyRouteComponent as lazy } from '@tanstack/react-router';

/** Part of the page couldn't be loaded: the server is unreachable or has another version of the page. */
export class NotLoaded extends Error {
  override readonly name = 'NotLoaded';
}

/**
 * A lazily loaded page. The router would reload the document when its file is missing, which would lose the document
 * while offline. The error is shown in place instead (shell/error-page.tsx).
 */
export const lazyRouteComponent: typeof lazy = (importer, exportName) =>
  lazy(
    () =>
      importer().catch((cause: unknown) => {
        throw new NotLoaded('A part of the page could not be loaded.', { cause });
      }),
    exportName,
  );

/**
 * Returns whether the server has another version of the page than the one running; null if the server is
 * unreachable.
 */
export async function isUpdated(): Promise<boolean | null> {
  const own = document.querySelector<HTMLScriptElement>('script[type="module"]')?.getAttribute('src');
  try {
    const answer = await fetch(document.baseURI, { cache: 'no-store' });
    return answer.ok && own ? !(await answer.text()).includes(own) : null;
  } catch {
    return null;
  }
}
