/** Whether a text is an address that a browser opens as a page; whoever wrote another one may have meant harm. */
export const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
