import { isIP } from 'node:net';
import type { AddressRule } from './addresses.ts';

export interface UrlRules {
  readonly allowHttp: boolean;
  readonly mayConnect: AddressRule;
}

/** Why a URL can never be used, before its name is resolved; undefined if it might be. */
export function urlProblem(text: string, { allowHttp, mayConnect }: UrlRules): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url) return 'must be a complete URL, such as https://example.com/hooks';
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:')) {
    return allowHttp ? 'must begin with https:// or http://' : 'must begin with https://';
  }
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (url.port === '0') return 'must use a valid port';
  if (!mayLead(url, mayConnect)) {
    return 'must resolve to a public address, or to a network that the operator has allowed for webhooks';
  }
  return undefined;
}

/** The host of a URL, for resolving or connecting. The parser has normalized all notations of an address. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** False if the URL leads to a forbidden address or to this machine. Other names are checked once resolved. */
function mayLead(url: URL, mayConnect: AddressRule): boolean {
  const host = hostOf(url);
  if (isIP(host) !== 0) return mayConnect(host);
  return !/(^|\.)localhost\.?$/.test(host) || ['127.0.0.1', '::1'].some(mayConnect);
}
