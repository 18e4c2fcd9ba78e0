/** Where the surrounding program signs people in; undefined if the page does it itself. */
export const hostSignIn = (): string | undefined => document.documentElement.dataset.signIn;

/** Leaves the page to sign in; the surrounding program can lead back to `from`. */
export function toHostSignIn(url: string, from: string): void {
  const target = new URL(url, location.href);
  target.searchParams.set('from', from);
  location.assign(target);
}
