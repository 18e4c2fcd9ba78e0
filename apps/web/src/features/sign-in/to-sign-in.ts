import type { AnyRouter } from '@tanstack/react-router';

/** Opens the sign-in page once; it leads back to the current page. */
export function toSignIn(router: AnyRouter): void {
  const { pathname, publicHref } = router.latestLocation;
  if (pathname !== '/sign-in') void router.navigate({ to: '/sign-in', search: { from: publicHref } });
}
