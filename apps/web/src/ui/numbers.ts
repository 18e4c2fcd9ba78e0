const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const EXACT = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const PERCENT = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });

/** An abbreviated number such as 41.2K; show the exact one as well, for example in a title. */
export const short = (value: number): string => SHORT.format(value);
export const exact = (value: number): string => EXACT.format(value);
export const percent = (value: number): string => PERCENT.format(value);
