import type { AnyRouter } from '@tanstack/react-router';

/** Leads to signing in, once, and from there back to where the person was. */
export function toSignIn(router: AnyRouter): void {
  const { pathname, publicHref } = router.latestLocation;
  if (pathname !== '/sign-in') void router.navigate({ to: '/sign-in', search: { from: publicHref } });
}
