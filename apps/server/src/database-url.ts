const PROTOCOLS = ['postgres:', 'postgresql:'];

/** Whether a text can say where a PostgreSQL database is. */
export const isDatabaseUrl = (text: string): boolean =>
  URL.canParse(text) && PROTOCOLS.includes(new URL(text).protocol);

/** A database as the operator may read of it: without its password, and what else is said behind a question mark. */
export function shownUrl(url: string): string {
  const { protocol, username, host, pathname } = new URL(url);
  return `${protocol}//${username && `${username}@`}${host}${pathname}`;
}

const PASSWORD = /\b(postgres(?:ql)?:\/\/[^\s:@/]*):[^\s]*@/g;

/** A text in which the passwords of databases are hidden. */
export const withoutPasswords = (text: string): string => text.replace(PASSWORD, '$1:[hidden]@');
