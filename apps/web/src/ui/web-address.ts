/** Returns whether a text is an address that browsers open as a web page. Other addresses may be malicious. */
export const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
