/** Parts of a repository's address that say which one it is, whatever the protocol. */
function partsOf(address: string): { readonly host: string; readonly path: string } | null {
  const [, scpHost, scpPath] = /^[\w.-]+@([A-Za-z0-9.-]+):([^/].*)$/.exec(address) ?? [];
  if (scpHost !== undefined && scpPath !== undefined)
    return { host: scpHost.toLowerCase(), path: tidy(`/${scpPath}`) };
  if (!/^(https?|ssh|file):\/\//.test(address) || !URL.canParse(address)) return null;
  const { host, pathname, search, hash } = new URL(address);
  return search || hash ? null : { host: host.toLowerCase(), path: tidy(pathname) };
}

const tidy = (path: string): string => path.replace(/\/+$/, '').replace(/\.git$/, '');

/** Whether two addresses name the same repository: protocol, user and `.git` do not matter. */
export function sameRepository(a: string, b: string): boolean {
  const [one, other] = [partsOf(a), partsOf(b)];
  return one !== null && other !== null && one.host === other.host && one.path === other.path;
}

/** The forms in which a result may name this repository; the service compares beginnings. */
export function formsOf(address: string): string[] {
  const parts = partsOf(address);
  if (!parts?.host) return [address];
  const { host, path } = parts;
  return [
    ...new Set([
      address,
      `https://${host}${path}`,
      `http://${host}${path}`,
      `ssh://git@${host}${path}`,
      `git@${host}:${path.slice(1)}`,
    ]),
  ];
}

/** Whether an address may be fetched from: it is one of the allowed ones, or below one that ends with a slash. */
export function isAllowed(address: string, allowed: readonly string[]): boolean {
  // Git or the server would resolve these, so that the address leads elsewhere than it begins.
  const path = address.replace(/^\w+:\/\/[^/]*/, '');
  if (/(^|[/:])(\.|%2e){1,2}(\/|$)|%2f|%5c|\\/i.test(path)) return false;
  return allowed.some((each) =>
    /[/:]$/.test(each)
      ? address.startsWith(each) && address.length > each.length
      : tidy(address) === tidy(each),
  );
}

/** The protocol by which git fetches an address; null for those that it must not use. */
export function protocolOf(address: string): string | null {
  const [, scheme] = /^(https?|ssh|file):\/\//.exec(address) ?? [];
  if (scheme !== undefined) return scheme;
  return /^[A-Za-z0-9][\w.-]*@[A-Za-z0-9][A-Za-z0-9.-]*:[^\s-]/.test(address) ? 'ssh' : null;
}
