import type { AnyRouter } from '@tanstack/react-router';
import { lastShown } from '../../api/last-shown.ts';

/** Opens the sign-in page once, because the session has ended; it leads back to the current page. */
export function toSignIn(router: AnyRouter): void {
  lastShown.forget();
  const { pathname, publicHref } = router.latestLocation;
  if (pathname !== '/sign-in') void router.navigate({ to: '/sign-in', search: { from: publicHref } });
}
