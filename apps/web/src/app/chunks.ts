import { lazyRouteComponent as lazy } from '@tanstack/react-router';

/** A part of the page that could not be loaded: the server is not there, or has another version of the page by now. */
export class NotLoaded extends Error {
  override readonly name = 'NotLoaded';
}

/**
 * A page in a file of its own. The router would load the whole document anew when that file is missing; without a network
 * there would be no document either. So it is told by the page that stands (shell/broken.tsx).
 */
export const lazyRouteComponent: typeof lazy = (importer, exportName) =>
  lazy(
    () =>
      importer().catch((cause: unknown) => {
        throw new NotLoaded('A part of the page could not be loaded.', { cause });
      }),
    exportName,
  );

/** Whether the server has another version of the page than the one that runs; null while it cannot be asked. */
export async function isUpdated(): Promise<boolean | null> {
  const own = document.querySelector<HTMLScriptElement>('script[type="module"]')?.getAttribute('src');
  try {
    const answer = await fetch(document.baseURI, { cache: 'no-store' });
    return answer.ok && own ? !(await answer.text()).includes(own) : null;
  } catch {
    return null;
  }
}
