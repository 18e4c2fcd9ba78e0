const PROTOCOLS = ['postgres:', 'postgresql:'];

/** Whether a string can be the URL of a PostgreSQL database. */
export const isDatabaseUrl = (text: string): boolean =>
  URL.canParse(text) && PROTOCOLS.includes(new URL(text).protocol);

/** A database URL to show to the operator, without its password and query parameters. */
export function shownUrl(url: string): string {
  const { protocol, username, host, pathname } = new URL(url);
  return `${protocol}//${username && `${username}@`}${host}${pathname}`;
}

const PASSWORD = /\b(postgres(?:ql)?:\/\/[^\s:@/]*):[^\s]*@/g;

/** Masks the passwords of database URLs in a string. */
export const withoutPasswords = (text: string): string => text.replace(PASSWORD, '$1:[hidden]@');
